import { randomBytes } from 'node:crypto'

/** Where unpredictable values come from; a test gives a fixed sequence. */
export interface Random {
  /** `bytes` random bytes as base64url text: 16 bytes make 22 characters. */
  token(bytes: number): string
}

export const systemRandom: Random = {
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}

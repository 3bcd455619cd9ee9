import { randomBytes } from 'node:crypto'

/** The source of unpredictable values. Tests provide a fixed sequence. */
export interface Random {
  /** Returns `bytes` random bytes as base64url. 16 bytes give 22 characters. */
  token(bytes: number): string
}

export const systemRandom: Random = {
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}

/** Returns the number of tokens in a text. */
export type TokenCounter = (text: string) => number

/** The number of UTF-16 units counted per piece. Merging is quadratic in a long run without spaces: 30,000 units took 7 s. */
const pieceLength = 256

/** The number of characters that are counted exactly. The rest is estimated, so that no message can delay others. */
const maxExactLength = 32_768

/**
 * Estimates the tokens for models whose tokenizer is unknown: 3.5 characters per token, plus 3/8 of a token for each UTF-8 byte beyond one
 * per character. That is slightly above common tokenizers for European languages, and about 1.04 tokens per Chinese or Japanese character.
 * An overestimate wastes a little space, but an underestimate overruns the window.
 */
export function estimateTokens(text: string): number {
  const extraBytes = Buffer.byteLength(text) - text.length
  return Math.ceil(text.length / 3.5 + (extraBytes * 3) / 8)
}

type Encoding = 'o200k_base' | 'cl100k_base'

function encodingFor(model: string): Encoding | undefined {
  if (/^(gpt-4o|gpt-4\.[1-9]|gpt-[5-9]|gpt-oss|chatgpt-4o|o[1-9])(?![a-z])/.test(model)) return 'o200k_base'
  return /^(gpt-4|gpt-3\.5)(?![a-z])/.test(model) ? 'cl100k_base' : undefined
}

/** Returns the token counter of a model. Loads an encoding when it is first needed, because it takes up to 70 MB. */
export async function loadTokenCounter(model: string): Promise<TokenCounter> {
  const encoding = encodingFor(model)
  if (!encoding) return estimateTokens
  const { countTokens } =
    encoding === 'o200k_base' ? await import('gpt-tokenizer/encoding/o200k_base') : await import('gpt-tokenizer/encoding/cl100k_base')
  return (text) => countInPieces(text, (piece) => countTokens(piece, { disallowedSpecial: new Set() }))
}

/** Exceeds the exact count by at most one token per piece. Pieces end at spaces where possible. */
function countInPieces(text: string, count: TokenCounter): number {
  const exact = text.slice(0, maxExactLength)
  let tokens = 0
  for (let start = 0; start < exact.length; ) {
    const end = findPieceEnd(exact, start)
    tokens += count(exact.slice(start, end))
    start = end
  }
  return text.length > maxExactLength ? tokens + estimateTokens(text.slice(maxExactLength)) : tokens
}

function findPieceEnd(text: string, start: number): number {
  if (start + pieceLength >= text.length) return text.length
  // A token includes the space before its word, so the space goes to the next piece.
  const space = text.lastIndexOf(' ', start + pieceLength)
  return space > start ? space : start + pieceLength
}

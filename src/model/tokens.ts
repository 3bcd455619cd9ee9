/** Tokens of a text. */
export type TokenCounter = (text: string) => number

/** Characters (UTF-16 units) counted in one piece: merging is quadratic in a long run without spaces, and 30,000 such took 7 s. */
const pieceLength = 256

/** Characters counted exactly; what lies beyond is estimated, so that no message can hold up the others. */
const maxExactLength = 32_768

/**
 * An estimate for models whose tokenizer is not known: 3.5 characters a token, and 3/8 of a token more for each byte that
 * UTF-8 needs beyond one a character. That is a little above what common tokenizers give for European languages and
 * about 1.04 tokens for a Chinese or Japanese character: too much wastes a little room, too little overruns the window.
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

/** The counter for a model. An encoding is read when a model first needs it: it takes up to 70 MB. */
export async function loadTokenCounter(model: string): Promise<TokenCounter> {
  const encoding = encodingFor(model)
  if (!encoding) return estimateTokens
  const { countTokens } =
    encoding === 'o200k_base' ? await import('gpt-tokenizer/encoding/o200k_base') : await import('gpt-tokenizer/encoding/cl100k_base')
  return (text) => countInPieces(text, (piece) => countTokens(piece, { disallowedSpecial: new Set() }))
}

/** At most one token more than exact for each piece, and a piece ends at a space where it has one. */
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
  // A token begins with the space before its word, so the space goes to the next piece.
  const space = text.lastIndexOf(' ', start + pieceLength)
  return space > start ? space : start + pieceLength
}

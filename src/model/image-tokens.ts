import type { ModelImage } from '../core/ports/chat-model.ts'

interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Returns the number of tokens of an image of this size. */
type ImageFormula = (size: ImageSize) => number

/** The size assumed for an image whose header cannot be read. No formula counts more for a larger one. */
const largestSize: ImageSize = { width: 4_096, height: 4_096 }

/** The image is scaled to fit 2,048 pixels square, then to a shortest side of 768. Each tile of 512 pixels square costs the same. */
const tiles =
  (base: number, perTile: number): ImageFormula =>
  ({ width, height }) => {
    const fitting = Math.min(1, 2_048 / Math.max(width, height))
    const scale = fitting * Math.min(1, 768 / (Math.min(width, height) * fitting))
    return base + perTile * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512)
  }

/** Each patch of 32 pixels square costs the same. The image is scaled to at most 1,536 patches. */
const patches =
  (perPatch: number): ImageFormula =>
  ({ width, height }) =>
    Math.ceil(perPatch * Math.min(1_536, Math.ceil(width / 32) * Math.ceil(height / 32)))

/**
 * The formulas of OpenAI's models by name, at the highest detail: https://platform.openai.com/docs/guides/images-vision#calculating-costs
 * The other models get the larger of two formulas: at most 2,489 tokens an image. A larger image is scaled down, so this is a bound.
 */
const formulas: readonly (readonly [name: RegExp, formula: ImageFormula])[] = [
  [/^gpt-4o-mini/, tiles(2_833, 5_667)],
  [/^gpt-[\d.]+-nano/, patches(2.46)],
]
const usualTiles = tiles(85, 170)
const usualPatches = patches(1.62)
const usual: ImageFormula = (size) => Math.max(usualTiles(size), usualPatches(size))

/** Counts the tokens of an image by its width and height. */
export function countImageTokens(model: string, { content }: Pick<ModelImage, 'content'>): number {
  const formula = formulas.find(([name]) => name.test(model))?.[1] ?? usual
  return formula(readImageSize(content) ?? largestSize)
}

/** Reads the size from the header of a PNG, GIF, JPEG or WebP. Returns undefined if it is none of them, or is damaged. */
function readImageSize(content: Uint8Array): ImageSize | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  try {
    const size =
      text(1, 4) === 'PNG'
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : text(0, 3) === 'GIF'
          ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
          : text(0, 4) === 'RIFF'
            ? readWebpSize(bytes, text(12, 16))
            : readJpegSize(bytes)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readWebpSize(bytes: Buffer, kind: string): ImageSize | undefined {
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

/** Follows the segments to the one that starts a frame. */
function readJpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (startsFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
}

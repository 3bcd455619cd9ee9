/** A number that was spoken digit by digit, and where. */
export interface SpokenNumber {
  readonly digits: string
  readonly spans: readonly SpokenSpan[]
}

/** A part of one of the texts, in UTF-16 units. */
export interface SpokenSpan {
  readonly text: number
  readonly start: number
  readonly end: number
}

/** The words for 0 to 9, in lower case and without accents, by language. Several words for one digit are separated by `|`. */
const digitWords: readonly string[] = [
  'zero|oh|o one two three four five six seven eight nine',
  'null eins|ein zwei|zwo drei vier funf sechs sieben acht neun',
  'zero un|une deux trois quatre cinq six sept huit neuf',
  'cero uno|una dos tres cuatro cinco seis siete ocho nueve',
  'zero uno due tre quattro cinque sei sette otto nove',
  'zero um|uma dois|duas tres quatro cinco seis|meia sete oito nove',
  'ноль|нуль один|раз два три четыре пять шесть семь восемь девять',
  'ゼロ|れい|まる|零|〇 いち|一 に|二 さん|三 よん|し|四 ご|五 ろく|六 なな|しち|七 はち|八 きゅう|く|九',
  '零|〇 一|幺 二|两 三 四 五 六 七 八 九',
]

const plain = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

const vocabularies: readonly ReadonlyMap<string, string>[] = digitWords.map(
  (words) => new Map(words.split(' ').flatMap((names, digit) => names.split('|').map((name) => [plain(name), String(digit)] as const))),
)

/** Digits, single Chinese characters, and words of other scripts. */
const pieces = /\p{Nd}+|\p{Script=Han}|〇|(?:(?!\p{Script=Han})[\p{L}\p{M}])+/gu

/** In what follows the first digits, the numbers of one caller's life would be found. */
const maxPiecesPerText = 2_000

/**
 * Finds the numbers that were spoken digit by digit, in figures or in words of the nine languages of the bot: "4 7 1", "four seven one".
 * A number may begin at the end of one text and go on at the beginning of the next.
 */
export function findSpokenNumbers(texts: readonly string[]): SpokenNumber[] {
  const found = vocabularies.flatMap((words) => {
    const runs = texts.map((text, index) => findRuns(text, index, words))
    const within = runs.flat().map(({ number }) => number)
    const across = runs.flatMap((run, index) => joinRuns(run.at(-1), runs[index + 1]?.[0]))
    return [...within, ...across]
  })
  const byPlace = new Map(found.map((number) => [JSON.stringify(number), number]))
  return [...byPlace.values()]
}

interface DigitRun {
  readonly number: SpokenNumber
  /** Whether no word comes before it, or after it. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

function findRuns(text: string, index: number, words: ReadonlyMap<string, string>): DigitRun[] {
  const read = [...text.matchAll(pieces)].slice(0, maxPiecesPerText).map((piece) => ({ ...readPiece(piece, words) }))
  const runs: DigitRun[] = []
  let digits = ''
  let start = 0
  for (const [position, piece] of read.entries()) {
    if (piece.digits === undefined) continue
    if (digits === '') start = position
    digits += piece.digits
    if (read[position + 1]?.digits !== undefined) continue
    const span = { text: index, start: read[start]?.start ?? 0, end: piece.end }
    runs.push({ number: { digits, spans: [span] }, isFirst: start === 0, isLast: position === read.length - 1 })
    digits = ''
  }
  return runs
}

function readPiece(piece: RegExpExecArray, words: ReadonlyMap<string, string>) {
  const [text] = piece
  const figures = text.normalize('NFKC')
  return { start: piece.index, end: piece.index + text.length, digits: /^\d+$/.test(figures) ? figures : words.get(plain(text)) }
}

function joinRuns(before: DigitRun | undefined, after: DigitRun | undefined): SpokenNumber[] {
  if (!before?.isLast || !after?.isFirst) return []
  return [{ digits: before.number.digits + after.number.digits, spans: [...before.number.spans, ...after.number.spans] }]
}

/** Replaces the parts of texts where numbers were spoken. */
export function hideSpokenNumbers(texts: readonly string[], hidden: readonly SpokenNumber[]): string[] {
  const spans = hidden.flatMap((number) => number.spans).sort((a, b) => b.start - a.start)
  return texts.map((text, index) => {
    let [rest, end] = ['', text.length]
    for (const span of spans.filter((one) => one.text === index)) {
      if (span.end > end) continue
      rest = `***${text.slice(span.end, end)}${rest}`
      end = span.start
    }
    return text.slice(0, end) + rest
  })
}

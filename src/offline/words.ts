import { allQuestionCues } from './languages/all.ts'

/** Folds case, accents and apostrophes, so that one pattern matches different spellings. Keeps the length of composed text (NFC). */
export function foldText(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      // Only those of Latin letters: a mark makes another letter of a Japanese or Russian one.
      .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
      .normalize('NFC')
      .replaceAll('ё', 'е')
      .replace(/[’ʼ`´]/g, "'")
  )
}

const functionWords: ReadonlySet<string> = new Set(allQuestionCues.flatMap((cues) => cues.functionWords.split(/\s+/)))

/** Whether a folded word carries no topic. In Japanese, endings and particles are in hiragana. */
export const isFunctionWord = (word: string) => functionWords.has(word) || /^[\p{Script=Hiragana}ー]+$/u.test(word)

/** Chinese or Japanese text, which has no spaces between words. */
const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu
const isUnspaced = (word: string) => /[\p{Script=Han}\p{Script=Katakana}]/u.test(word)

const segmenters = { ja: new Intl.Segmenter('ja', { granularity: 'word' }), zh: new Intl.Segmenter('zh', { granularity: 'word' }) }

/** Splits a text into words, as written. */
export function splitWords(text: string): readonly string[] {
  const spaced = text.replace(unspacedPattern, (run) => {
    const segmenter = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run) ? segmenters.ja : segmenters.zh
    return ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `
  })
  return spaced.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns the topic words of a text, cut to their first letters so that other forms of a word match. */
export function toTopicStems(text: string): readonly string[] {
  return splitWords(foldText(text))
    .filter((word) => (word.length > 2 || isUnspaced(word) || /\p{L}\p{N}|\p{N}\p{L}/u.test(word)) && !isFunctionWord(word))
    .map(toStem)
}

export function mentionsAny(text: string, stems: readonly string[]): boolean {
  const words = new Set(splitWords(foldText(text)).map(toStem))
  return stems.some((stem) => words.has(stem))
}

function toStem(word: string): string {
  return word.slice(0, 5).replace(/s$/, '')
}

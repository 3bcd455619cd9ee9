import eld from 'eld/extrasmall'
import { stopWords } from './stop-words.ts'

/** A language as an ISO 639 code, such as `de`. */
export type LanguageCode = string

/** The language of a user about whom nothing else is known. */
export const defaultLanguage: LanguageCode = 'en'

/** How a user's language became known, from least to most certain. What is more certain is never replaced by what is less certain. */
export const languageSources = ['default', 'locale', 'writing', 'choice'] as const
export type LanguageSource = (typeof languageSources)[number]

/** Languages that are searched and answered alike, by the code in use. */
const sameLanguages: Readonly<Partial<Record<LanguageCode, LanguageCode>>> = { nb: 'no', nn: 'no', fil: 'tl' }

/** Returns the language of a BCP 47 tag, such as `pt-BR` or `pt_BR`. Undefined if it is none. */
export function toLanguageCode(tag: string): LanguageCode | undefined {
  try {
    const { language } = new Intl.Locale(tag.replaceAll('_', '-'))
    return language === 'und' ? undefined : (sameLanguages[language] ?? language)
  } catch {
    // Intl.Locale rejects what is no tag, such as an empty text.
    return undefined
  }
}

/** Cached, because loading the names takes longer than finding one. */
const displayNames = new Map<LanguageCode, Intl.DisplayNames>()

/** Returns the name of a language, in English unless another language is given: "German", "Deutsch". */
export function nameLanguage(language: LanguageCode, inLanguage: LanguageCode = defaultLanguage): string {
  const names = displayNames.get(inLanguage) ?? new Intl.DisplayNames([inLanguage], { type: 'language' })
  displayNames.set(inLanguage, names)
  return names.of(language) ?? language
}

/** A script and its languages. */
interface Script {
  readonly word: RegExp
  /** Those that most users write. A short text is in one of them, unless it clearly is in another. */
  readonly likely: readonly LanguageCode[]
  readonly others: readonly LanguageCode[]
}

const latin: Script = {
  word: /\p{sc=Latin}[\p{sc=Latin}\p{M}]*/gu,
  likely: ['en', 'de', 'fr', 'es', 'it', 'pt'],
  others: 'az ca cs da et eu fi hr hu is ku lt lv ms nl no pl ro sk sl sq sv tl tr vi yo'.split(' '),
}

/** The scripts. If a text has as many words in two of them, it is in the first. Names and abbreviations in Latin letters stand in any text. */
const scripts: readonly Script[] = [
  // Two characters are about one word.
  { word: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,2}/gu, likely: ['zh'], others: ['ja'] },
  { word: /\p{sc=Cyrillic}[\p{sc=Cyrillic}\p{M}]*/gu, likely: ['ru'], others: ['uk', 'bg', 'sr', 'be'] },
  { word: /\p{sc=Arabic}[\p{sc=Arabic}\p{M}]*/gu, likely: ['ar'], others: ['fa', 'ur', 'ku'] },
  { word: /\p{sc=Devanagari}[\p{sc=Devanagari}\p{M}]*/gu, likely: ['hi'], others: ['mr'] },
  ...Object.entries({
    ko: /\p{sc=Hangul}+/gu,
    th: /\p{sc=Thai}+/gu,
    he: /\p{sc=Hebrew}+/gu,
    el: /\p{sc=Greek}+/gu,
    hy: /\p{sc=Armenian}+/gu,
    ka: /\p{sc=Georgian}+/gu,
    bn: /\p{sc=Bengali}+/gu,
    gu: /\p{sc=Gujarati}+/gu,
    kn: /\p{sc=Kannada}+/gu,
    lo: /\p{sc=Lao}+/gu,
    ml: /\p{sc=Malayalam}+/gu,
    or: /\p{sc=Oriya}+/gu,
    pa: /\p{sc=Gurmukhi}+/gu,
    ta: /\p{sc=Tamil}+/gu,
    te: /\p{sc=Telugu}+/gu,
    am: /\p{sc=Ethiopic}+/gu,
    my: /\p{sc=Myanmar}+/gu,
    km: /\p{sc=Khmer}+/gu,
    si: /\p{sc=Sinhala}+/gu,
  }).map(([language, word]) => ({ word, likely: [language], others: [] })),
  latin,
]

/** Letters that a language lacks though others of its script have them. A text with one of them is in another language. */
const missingLetters: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  es: /[àâãèêëîïòôõùûœæß]/i,
  ru: /[іїєґўђѓћќџљњјѕ]|ъ(?![еёюя])/i,
  uk: /[ыэёъў]/i,
  bg: /[ыэёіїєґўђћџљњј]/i,
  sr: /[йщъыьэюяёіїєґў]/i,
  be: /[ищъїєґ]/i,
  ar: /[پچژگکیٹڈڑے]/,
  fa: /[ٹڈڑےيكة]/,
  zh: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  ja: /[你您们們这這吗嗎么麼呢吧啊哪谁沒很她妈爸哈跟说說给还过點會见时问间请谢对對让讓从從买卖賣车门东电话张开关发书几两应决议钱订饭馆岁欢]/,
}

/** The number of characters at the start of a text that are examined. */
const maxExamined = 1_000

/**
 * How much better than a preferred language another one must score, for a text of n words: 1 + bias / n. The expected language is preferred
 * to all others, likely languages to unlikely ones.
 */
const expectedBias = 1
const likelyBias = 2

/** What a text scores in a language for its stop words, if all its words are stop words. The detector scores it between 0 and about 6. */
const stopWordScore = 2

/** The least score of a language that is not expected, in Latin letters. Names and abbreviations score less in every language. */
const minScore = 1.5

// Addresses and domain names say nothing about the language.
eld.enableTextCleanup(true)

/** A text in its main script. */
interface Reading {
  readonly script: Script
  /** The text without names, or with them if little else is in it. */
  readonly text: string
  readonly words: readonly string[]
  /** The number of words that are no names. */
  readonly plainWords: number
  /** The languages that have all its letters, or all languages of the script if none has. */
  readonly languages: readonly LanguageCode[]
}

const address = /\S+(?::\/\/|@)\S+/g

/** The number of words, without names, that say something about the language in Latin letters. */
const minPlainWords = 3

/** Reads a text in the script of most of its words. Returns undefined if it has no word. */
function readText(written: string): Reading | undefined {
  const text = written.slice(0, maxExamined).normalize('NFC').replace(address, ' ')
  const findWords = (script: Script, of = text) => of.match(script.word) ?? []
  const [most] = scripts.map((script) => ({ script, words: findWords(script) })).sort((a, b) => b.words.length - a.words.length)
  if (!most || most.words.length === 0) return undefined
  const { script, words } = most
  // The first word has a capital in any language that has them.
  const start = text.indexOf(words[0] ?? '')
  const withoutNames = text.replace(script.word, (word, index) => (/^\p{Lu}/u.test(word) && index !== start ? '' : word))
  const plainWords = findWords(script, withoutNames)
  const all = [...script.likely, ...script.others]
  const possible = all.filter((language) => !missingLetters[language]?.test(withoutNames))
  return {
    script,
    ...(plainWords.length >= minPlainWords ? { text: withoutNames, words: plainWords } : { text, words }),
    plainWords: plainWords.length,
    languages: possible.length > 0 ? possible : all,
  }
}

/**
 * Detects the language of a text. Prefers the expected one, and then those that most users write, because short texts fit several languages.
 * Returns undefined if it is unclear. A single word fits too many languages.
 */
export function detectLanguage(text: string, expected: LanguageCode): LanguageCode | undefined {
  const reading = readText(text)
  if (!reading) return undefined
  const { script, words, languages } = reading
  // In other letters than Latin ones, a text is in a language of its script, whatever it says.
  const unclear = script === latin ? undefined : languages.includes(expected) ? expected : languages[0]
  if (words.length === 1) return unclear
  const scores = scoreLanguages(reading)
  const preferredScore = (language: LanguageCode) => {
    const isExpected = language === expected
    const isLikely = isExpected || script.likely.includes(language)
    return (
      (scores.get(language) ?? 0) * (1 + (isExpected ? expectedBias : 0) / words.length) * (1 + (isLikely ? likelyBias : 0) / words.length)
    )
  }
  const [best] = [...languages].sort((a, b) => preferredScore(b) - preferredScore(a))
  const score = best === undefined ? 0 : (scores.get(best) ?? 0)
  if (score === 0 || (script === latin && best !== expected && score < minScore)) return unclear
  return best
}

/** Scores a text in its possible languages: by its sequences of letters, and in Latin letters by its stop words. */
function scoreLanguages({ script, text, words, languages }: Reading): ReadonlyMap<LanguageCode, number> {
  if (languages.length === 1) return new Map()
  const scores = eld.detect(text).getScores()
  const wordScores = script === latin ? scoreStopWords(words) : new Map<LanguageCode, number>()
  return new Map(languages.map((language) => [language, toRawScore(scores[language]) + (wordScores.get(language) ?? 0)]))
}

/** Undoes the scaling of eld, s / (s + 25), so that scores can be compared by their ratio. */
const toRawScore = (scaled = 0): number => scaled / (1 - scaled)

/** Scores languages by their share of the words. A word of several languages counts for each in part. */
function scoreStopWords(words: readonly string[]): ReadonlyMap<LanguageCode, number> {
  const scores = new Map<LanguageCode, number>()
  for (const word of words) {
    const owners = stopWordOwners.get(word.toLowerCase()) ?? []
    for (const language of owners) scores.set(language, (scores.get(language) ?? 0) + stopWordScore / owners.length / words.length)
  }
  return scores
}

/** Greetings and thanks, of which many short texts consist. They count as stop words. */
const greetings: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: ['hi', 'hello', 'hey', 'thanks'],
  de: ['hallo', 'moin', 'danke', 'tschüss'],
  fr: ['salut', 'coucou', 'bonjour', 'bonsoir', 'merci'],
  es: ['hola', 'buenas', 'gracias', 'adiós'],
  it: ['ciao', 'buongiorno', 'buonasera', 'grazie'],
  pt: ['oi', 'olá', 'obrigado', 'obrigada', 'tchau'],
}

const stopWordOwners: ReadonlyMap<string, readonly LanguageCode[]> = [...Object.entries(stopWords), ...Object.entries(greetings)].reduce(
  (owners, [language, words]) => {
    for (const word of words) owners.set(word, [...new Set([...(owners.get(word) ?? []), language])])
    return owners
  },
  new Map<string, readonly LanguageCode[]>(),
)

/** Signs and options of source code, command lines and their output. */
const code = /```|[{}=]|&&|\(\)|;\s*$|\s--?[a-z]|^\s+at\s/m

/** What a text shows of the language of its author. Code and names show nothing, a long text and letters of only one language show enough. */
export type LanguageEvidence = 'nothing' | 'something' | 'enough'

/** The number of words of a text that shows enough. */
const enoughWords = 12

/** Returns what a text shows of the language of its author. */
export function weighLanguage(text: string): LanguageEvidence {
  const reading = code.test(text) ? undefined : readText(text)
  if (!reading) return 'nothing'
  const { script, plainWords, languages } = reading
  if (languages.length === 1 || plainWords >= enoughWords) return 'enough'
  // Other scripts than the Latin one have few languages each.
  return plainWords >= (script === latin ? minPlainWords : 2) ? 'something' : 'nothing'
}

// Signs of a question that need no understanding, in the languages that the bot understands.
import { type QuestionWords, questionCues } from './question-cues.ts'

const questionMarks = '?？؟'
const endsWithMark = new RegExp(`[${questionMarks}]\\s*$`)

/** Returns whether a text ends with a question mark of any script, or begins with the Spanish one. */
export const hasQuestionMark = (text: string): boolean => endsWithMark.test(text) || /^\s*¿/.test(text)

/** Splits a text after each mark that ends a sentence. */
export const splitAtMarks = (text: string): string[] => text.match(/[^.!?…。！？؟]+[.!?…。！？؟]*/g) ?? []

const allCues = Object.values(questionCues)
const spacedCues = allCues.filter(({ isSpaceless }) => !isSpaceless)
const spacelessCues = allCues.filter(({ isSpaceless }) => isSpaceless)

/** Joins the cues of several languages, because a text is short and people mix them. */
const join = (cues: readonly QuestionWords[], select: (of: QuestionWords) => string | undefined): string =>
  cues.flatMap((of) => select(of) ?? []).join('|')

const wordEnd = '(?![\\p{L}\\p{N}])'
const leads = `\\P{L}*(?:(?:${join(spacedCues, (of) => of.leads)})[,，、\\s]+|(?:${join(spacelessCues, (of) => of.leads)})[,，、\\s]*)*`

/** The words before a question or a request, in any case, with or without accents: "so", "please". */
export const leadPattern = new RegExp(`^${leads}`, 'iu')

const leadWord = new RegExp(`^(?:${join(allCues, (of) => of.leads)})$`, 'iu')

/** Returns whether a word may stand before a question or a request. */
export const isLead = (word: string): boolean => leadWord.test(word)

const answerRequest = new RegExp(`(?<![\\p{L}\\p{N}])(?:${join(spacedCues, (of) => of.requests)})${wordEnd}`, 'iu')

/** Returns whether a sentence requests an answer, wherever it does: "Read it and tell me what it says". */
export const asksForAnswer = (sentence: string): boolean => answerRequest.test(sentence)

const questionPatterns = [
  `^${leads}(?:(?:${join(spacedCues, (of) => of.asks)})${wordEnd}|(?:${join(spacelessCues, (of) => of.asks)}))`,
  `^.{1,80}(?<![\\p{L}\\p{N}])(?:${join(spacedCues, (of) => of.asksLast)})[.…\\s]*$`,
  `(?<![\\p{L}\\p{N}])(?:${join(spacedCues, (of) => of.requests)})${wordEnd}`,
].map((source) => new RegExp(source, 'iu'))

const statementStart = new RegExp(
  `^${leads}(?:(?:${join(spacedCues, (of) => of.exclaims)})(?!\\p{L})[^${questionMarks}]*!\\s*$|(?:${join(spacedCues, (of) => of.states)})(?!\\p{L}))`,
  'iu',
)

/** Chinese and Japanese: words that ask within a statement, as in 什么都没有 and 何を買うか決めた. Unless the end of the text asks. */
const unspacedStatement =
  /^.*(?:没什么|没有谁|(?:什么|谁|哪里|哪儿|怎么|多少)[^，。]{0,3}[都也]|不管|无论|随便|什么的|か(?:どうか|決|わから|分から|知ら|考え|迷)|[！!]$)(?!.*[吗呢か]$)/u

/** Returns whether a text states something, although it has the words of a question: "When I arrive, I will call". */
const isPlainStatement = (text: string): boolean =>
  statementStart.test(text) || (/[\p{sc=Han}\p{sc=Hiragana}]/u.test(text) && unspacedStatement.test(text.replace(/[。.\s]+$/u, '')))

/** Returns whether a sentence asks something by its words, with or without a question mark. Expects it as it was written: accents tell "qué" from "que". */
export const hasQuestionWords = (sentence: string): boolean =>
  questionPatterns.some((pattern) => pattern.test(sentence)) && !isPlainStatement(sentence)

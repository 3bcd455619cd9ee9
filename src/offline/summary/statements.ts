import { detectLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import { isLead } from '../../core/domain/questions.ts'
import type { TranscriptLine } from '../../core/domain/text.ts'
import { type CatalogueLanguage, isCatalogueLanguage } from '../../core/messages/messages.ts'
import { cuesByLanguage } from '../languages/all.ts'
import type { LanguageCues } from '../languages/cues.ts'
import { isQuestionSentence, splitSentences } from '../sentences.ts'
import { foldText, toTopicStems } from '../words.ts'
import { toPlainStatement } from './wording.ts'

/** A sentence of the day. */
export interface Statement {
  /** The message that contains it. */
  readonly id: number
  /** The position of the message, and of the sentence, in the day. */
  readonly message: number
  readonly order: number
  readonly role: 'user' | 'assistant'
  /** As written, without markup. */
  readonly said: string
  /** Without introductory words, and without a part that only asks the other one for help. As it was said if nothing is left. */
  readonly text: string
  /** Whether nothing but introductory words was said. */
  readonly isFiller: boolean
  readonly isQuestion: boolean
  /** Whether it also asks the other one for help, who then answers. */
  readonly isAsking: boolean
  /** Whether it is part of an answer so long that only its beginning and end are read. */
  readonly isOfLongAnswer: boolean
  /** The cues of its language, by which its pronouns are understood. */
  readonly cues: LanguageCues
}

/** In characters: the part of a message and of a sentence to read. An answer says at its beginning and end what it is about. */
const maxMessageLength = 6_000
const maxAnswerHead = 600
const maxAnswerTail = 300
const maxSentenceLength = 1_000

/** Splits the spoken lines of a day into sentences. `language` is the one of texts that do not show theirs. */
export function readStatements(lines: readonly TranscriptLine[], language: LanguageCode): readonly Statement[] {
  const spokenLines = lines.filter((line): line is SpokenLine => line.role === 'user' || line.role === 'assistant')
  const messages = spokenLines.map((line) => readMessage(line, language))
  const addressees = findAddressees(messages.flatMap(({ sentences }) => sentences))
  return messages
    .flatMap(({ id, role, sentences, isOfLongAnswer, cues }, message) =>
      sentences.map((sentence): Omit<Statement, 'order'> => {
        const stated = cutRequest(sentence, cues)
        const isAsking = stated !== undefined
        const plain = toPlainStatement((stated ?? sentence).replace(cues.conversation.hedges, ''), addressees)
        return {
          id,
          message,
          role,
          said: sentence,
          text: plain || sentence,
          isFiller: plain === '',
          isQuestion: !isAsking && isQuestionSentence(sentence),
          isAsking,
          isOfLongAnswer,
          cues,
        }
      }),
    )
    .map((statement, order) => ({ ...statement, order }))
}

type SpokenLine = TranscriptLine & { readonly role: Statement['role'] }

function readMessage({ id, role, text }: SpokenLine, language: LanguageCode) {
  const isOfLongAnswer = role === 'assistant' && text.length > maxAnswerHead + maxAnswerTail
  const read = isOfLongAnswer ? `${text.slice(0, maxAnswerHead)}\n\n${text.slice(-maxAnswerTail)}` : text.slice(0, maxMessageLength)
  const sentences = splitSentences(read).map((sentence) => sentence.normalize('NFC').slice(0, maxSentenceLength))
  return { id, role, sentences, isOfLongAnswer, cues: cuesByLanguage[readLanguage(read, language)] }
}

/** Returns the language of a text, or English if the bot does not write it. `expected` is the one of texts that do not show theirs. */
export function readLanguage(text: string, expected: LanguageCode): CatalogueLanguage {
  const detected = detectLanguage(text, expected) ?? expected
  return isCatalogueLanguage(detected) ? detected : 'en'
}

/** Finds the names by which the speakers address each other: "Hey Sam, …", "…, Sam!". */
export function findAddressees(sentences: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const sentence of sentences) {
    const [, name] = /^(?:\p{L}+[,\s]+)?(\p{Lu}\p{Ll}+)\s*[,!]/u.exec(sentence) ?? /,\s*(\p{Lu}\p{Ll}+)[.!?]*$/u.exec(sentence) ?? []
    if (name && toTopicStems(name).length > 0) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name))
}

/** The number of topic words that what is left of a sentence must have to be a statement. */
const minStatementStems = 3

/** Removes what led over to a request: "…, so". */
function trimEnd(text: string): string {
  const trimmed = text.replace(/[\s,;:–—-]+$/, '')
  const [, word = ''] = /\s(\p{L}+)$/u.exec(trimmed) ?? []
  return isLead(word) ? trimEnd(trimmed.slice(0, -word.length)) : trimmed
}

/** How many clauses with numbers of a request are kept. */
const maxDetails = 2

/** Returns what a sentence states before it asks for help, with the numbers in what it asks. Undefined if it does not ask. */
function cutRequest(sentence: string, { conversation: { request } }: LanguageCues): string | undefined {
  const start = foldText(sentence).search(request)
  if (start <= 0) return undefined
  const clauses = sentence.slice(0, start).split(/,\s+/)
  // "…, so I wonder".
  const isLeftOver = ({ length }: readonly string[], clause: string) => length < 2 && !/\p{N}/u.test(clause)
  while (clauses.length > 1 && isLeftOver(toTopicStems(clauses.at(-1) ?? ''), clauses.at(-1) ?? '')) clauses.pop()
  const stated = trimEnd(clauses.join(', '))
  if (toTopicStems(stated).length < minStatementStems) return undefined
  const details = sentence
    .slice(start)
    .split(/,\s+/)
    .slice(1)
    .filter((clause) => /\p{N}/u.test(clause) && (clause.match(/\p{L}+/gu)?.length ?? 0) >= 3 && !request.test(foldText(clause)))
    .slice(0, maxDetails)
  return [stated, ...details].join(', ').replace(/[?？]+$/, '')
}

import { hasQuestionWords, leadPattern } from '../../core/domain/questions.ts'
import { allQuestionCues, combineQuestionCues } from '../languages/all.ts'
import { hasDecisionCue } from '../summary/cues.ts'
import { foldText, toTopicStems } from '../words.ts'
import { withoutDays } from './period.ts'
import { detectSmallTalk } from './small-talk.ts'

/** What is requested: a section of the day summaries, the whole day, or anything that matches the words. */
export type QuestionFocus = 'decisions' | 'open' | 'goals' | 'summary' | 'anything'

export interface Question {
  readonly text: string
  readonly focus: QuestionFocus
}

// All patterns match folded text, which is in lower case, with Latin letters without accents.

const questionMark = /[?？؟]["'”»」』)\]]*(\s|$)|¿/

const lookUpPattern = combineQuestionCues(({ lookUp }) => lookUp)
const sectionAlonePattern = combineQuestionCues(({ sectionAlone }) => sectionAlone)
const fillerPattern = combineQuestionCues(({ fillers }) => fillers, 'gu')

/** A statement that mentions a section is not a question. */
const statementPattern = /\b(is|are|was|were|will|has|have|had|need|needs|est|sont|etait|etaient|ist|sind|war|waren)\b/

const focuses = ['decisions', 'open', 'goals', 'summary'] as const
const focusPatterns = focuses.map((name) => [name, combineQuestionCues(({ focus }) => focus[name])] as const)

/** The words that name a focus, whole. Chinese and Japanese do not separate a word from the next one. */
const focusWords = allQuestionCues.flatMap(({ focus, functionWords }) =>
  focuses.map(
    (name) => new RegExp(`(?:${focus[name].source})${/\p{Script=Han}|\p{Script=Hiragana}/u.test(functionWords) ? '' : '\\p{L}*'}`, 'gu'),
  ),
)

/** Returns the question in a message, or undefined if it asks nothing that the conversation could answer. */
export function parseQuestion(text: string): Question | undefined {
  const folded = foldText(text).replace(/\s+/g, ' ').trim()
  if (detectSmallTalk(text) || !isQuestion(folded, text)) return undefined
  return { text, focus: detectFocus(folded, text) }
}

/** Whether a text mentions a decision. */
export function mentionsDecision(text: string): boolean {
  const folded = foldText(text)
  return focusPatterns.some(([name, pattern]) => name === 'decisions' && pattern.test(folded)) || hasDecisionCue(folded)
}

/** A name at the beginning: "Hey Throughline, …". */
const addressPattern = /^\s*(hi|hello|hey|bonjour|salut|hallo|moin|hola|ciao|oi|ola|привет)\s+\p{L}+\s*[,!:]/u

/** Returns the words of a question that carry its topic. Leaves out words that name the kind of thing requested. */
export function extractTopicStems(question: Question): readonly string[] {
  let topic = foldText(withoutDays(question.text))
  topic = topic.replace(addressPattern, '').replace(fillerPattern, ' ')
  for (const pattern of focusWords) topic = topic.replace(pattern, ' ')
  return toTopicStems(topic)
}

function isQuestion(folded: string, text: string): boolean {
  if (questionMark.test(folded)) return true
  const withoutLead = stripLead(folded.replace(/[.!…。！]+$/, ''))
  if (!statementPattern.test(withoutLead) && sectionAlonePattern.test(withoutLead)) return true
  const sentences = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!;:])\s+|(?<=[。！；])/)
    .slice(0, 40)
  return sentences.some(
    (sentence) => hasQuestionWords(sentence) || lookUpPattern.test(stripLead(foldText(sentence).replace(/[。！]+$/, ''))),
  )
}

const stripLead = (text: string) => text.replace(leadPattern, '')

function detectFocus(folded: string, text: string): QuestionFocus {
  const focus = focusPatterns.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'anything'
  // "What did we discuss about the boiler?" asks about the boiler, not about the day.
  const hasTopic = focus === 'summary' && extractTopicStems({ text, focus }).length > 0
  return hasTopic ? 'anything' : focus
}

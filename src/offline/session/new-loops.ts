import type { LoopOwner } from '../../core/domain/loops.ts'
import { hasCue } from '../summary/cues.ts'
import type { ResolvedStatement } from '../summary/references.ts'
import { shorten } from '../summary/wording.ts'
import { foldText, isFunctionWord } from '../words.ts'
import { sessionCuesOf } from './languages/all.ts'
import type { SessionCues } from './languages/session-cues.ts'
import { findInfinitive, findTask, readTaskWords, type TaskFormKind } from './tasks.ts'

/** Something that a sentence says is to be done. */
export interface StatedLoop {
  readonly owner: LoopOwner
  readonly ownerName?: string
  readonly text: string
  readonly due?: string
}

/** Finds what a sentence promises, or says is to be done. Undefined if it does not clearly do so. `before` is the sentence before it. */
export function findStatedLoop(statement: ResolvedStatement, before?: ResolvedStatement): StatedLoop | undefined {
  const cues = sessionCuesOf(statement.cues)
  const { text } = statement
  const folded = foldText(text)
  if (
    text.includes('…') ||
    statement.isOfLongAnswer ||
    cues.unreal.test(folded) ||
    cues.unreal.test(foldText(statement.said)) ||
    hasCue(statement, 'vague')
  )
    return undefined
  const sentence: StatedSentence = { text, folded, cues, due: findDue(text, cues) }
  const loop = statement.role === 'assistant' ? findOwnPromise(statement, sentence) : findLoopOfUser(statement, sentence)
  return loop && makeClear(loop, statement, before)
}

interface StatedSentence {
  readonly text: string
  readonly folded: string
  readonly cues: SessionCues
  readonly due: string | undefined
}

function findDue(text: string, { due }: SessionCues): string | undefined {
  const [match] = foldText(text).matchAll(due)
  return match && text.slice(match.index, match.index + match[0].length).trim()
}

/** What the bot promises is a loop only if it says when, because most of what it promises it does at once. */
function findOwnPromise(statement: ResolvedStatement, sentence: StatedSentence): StatedLoop | undefined {
  if (statement.isQuestion || sentence.due === undefined) return undefined
  const { folded, cues } = sentence
  const task = toLoop('bot', sentence, cues.promise, ['infinitive']) ?? statePresent('bot', sentence)
  return task && !/[?？]/.test(folded) ? task : undefined
}

function findLoopOfUser(statement: ResolvedStatement, sentence: StatedSentence): StatedLoop | undefined {
  const { cues } = sentence
  const reminded = toLoop('user', sentence, cues.remind, ['infinitive']) ?? toObligation(sentence)
  if (reminded) return reminded
  // A request without a time is answered at once.
  const asked = sentence.due === undefined ? undefined : toLoop('bot', sentence, cues.ask, ['infinitive'])
  if (asked) return asked
  if (statement.isQuestion || statement.isAsking || /[?？]/.test(statement.said)) return undefined
  return (
    findLoopOfOther(statement, sentence) ??
    toLoop('user', sentence, cues.duty, ['infinitive']) ??
    toLoop('user', sentence, cues.promise, ['infinitive']) ??
    statePresent('user', sentence)
  )
}

/** "I'm sending it tomorrow", "j'enverrai". A present needs a time, a future form does not. */
function statePresent(owner: LoopOwner, sentence: StatedSentence): StatedLoop | undefined {
  const { folded, cues, due } = sentence
  if (!cues.self.test(folded)) return undefined
  const task = findTask(folded, cues, due === undefined ? ['will'] : ['will', 'now'])
  return task && toWholeLoop(owner, sentence)
}

/** "Il faut que je rappelle Maman" is the task "Rappeler Maman". */
function toObligation(sentence: StatedSentence): StatedLoop | undefined {
  const { text, folded, cues, due } = sentence
  const match = cues.obligation?.exec(folded)
  if (!match || statesQuestion(text)) return undefined
  const rest = text.slice(match.index + match[0].length)
  const verb = /^\p{L}+/u.exec(rest)?.[0] ?? ''
  const infinitive = findInfinitive(verb, cues)
  return infinitive === undefined
    ? undefined
    : finish('user', { ...sentence, text: removeDue(infinitive + rest.slice(verb.length), cues) }, due)
}

const statesQuestion = (text: string): boolean => /[?？]/.test(text)

/** How many words may stand between what says that there is a task and its verb. */
const maxWordsBetween = 1

/** Returns the task that follows a cue. */
function toLoop(owner: LoopOwner, sentence: StatedSentence, cue: RegExp, kinds: readonly TaskFormKind[]): StatedLoop | undefined {
  const { text, folded, cues, due } = sentence
  const match = cue.exec(folded)
  if (!match) return undefined
  if (cues.isUnspaced) return findTask(folded, cues, kinds) && toWholeLoop(owner, sentence)
  const start = match.index + match[0].length
  // The time may stand between: "Je dois demain appeler".
  const rest = folded.slice(start).replace(cues.due, (time) => ' '.repeat(time.length))
  const task = findTask(rest, cues, kinds)
  if (!task || (!cues.isVerbFree && (rest.slice(0, task.index).match(/[\p{L}\p{N}']+/gu)?.length ?? 0) > maxWordsBetween)) return undefined
  const from = cues.isVerbFree ? start : start + task.index
  return finish(owner, { ...sentence, text: removeDue(text.slice(from), cues) }, due)
}

const toWholeLoop = (owner: LoopOwner, sentence: StatedSentence): StatedLoop | undefined => {
  const { text, cues, due } = sentence
  // A sentence that begins with the time would not read well without it.
  const startsWithDue = due !== undefined && text.startsWith(due) && !cues.isUnspaced
  return finish(owner, startsWithDue ? sentence : { ...sentence, text: removeDue(text, cues) }, due)
}

/** What is left at the end of a task and says nothing about it: "call the vet then". */
const trailingAdverb = /\s+(?:then|too|now|soon|dann|auch|bald|alors|aussi|bientôt|también|luego|poi|anche|também)$/iu

function finish(owner: LoopOwner, { text, cues }: StatedSentence, due: string | undefined): StatedLoop | undefined {
  const cut = cutTail(text, cues)
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s,.;:、，–—-]+|[\s,.;:!?–—。！？、，-]+$/g, '')
    .replace(trailingAdverb, '')
  if (cut.length < 2) return undefined
  return { owner, text: shorten(cut.charAt(0).toLocaleUpperCase() + cut.slice(1)), ...(due !== undefined && { due }) }
}

function removeDue(text: string, { due, isUnspaced }: SessionCues): string {
  const [match] = foldText(text).matchAll(due)
  if (!match) return text
  return `${text.slice(0, match.index).trimEnd()}${isUnspaced ? '' : ' '}${text.slice(match.index + match[0].length).trimStart()}`.trim()
}

/** Cuts what only explains the task: "call the plumber, the sink is leaking". */
function cutTail(text: string, { isUnspaced }: SessionCues): string {
  if (isUnspaced) return text
  const [head = text] = text.split(/\s+[–—-]\s+|;\s+|\s+\(|:\s*$/)
  const comma = head.search(/,\s+(?=(?:\S+\s+){3,})/)
  return comma > 0 && head.slice(0, comma).split(/\s+/).length >= 3 ? head.slice(0, comma) : head
}

const namePattern = /(?<=^|[\s,(])\p{Lu}[\p{Ll}’']+(?:\s\p{Lu}\p{Ll}+)?(?=[\s'’]|$)/gu

/** "Ben will bring the keys", "my sister brings the cake on Sunday". */
function findLoopOfOther(statement: ResolvedStatement, sentence: StatedSentence): StatedLoop | undefined {
  const { cues, due } = sentence
  // As it was said, because what leads to a sentence in one language begins a name in another: "Ma sœur".
  const text = statement.referents.length > 0 ? sentence.text : statement.said
  const { references } = statement.cues
  const isRelative = (name: string) => isFunctionWord(foldText(name.split(/\s/)[0] ?? ''))
  const find = (pattern: RegExp) => Array.from(text.matchAll(pattern), ({ 0: name, index }) => ({ name: name.trim(), index }))
  const relatives = [references.relatives.m, references.relatives.f].flatMap(find)
  const names = find(references.names ?? namePattern).filter(({ name }) => !isRelative(name))
  const persons = [...relatives, ...names]
    .filter(({ name }) => !hasCue({ text: name, cues: statement.cues }, 'day'))
    .sort((a, b) => a.index - b.index)
  for (const { name, index } of persons) {
    const after = foldText(text.slice(index + name.length))
    const willDo = cues.other.exec(after)
    const task = willDo && findTask(after.slice(willDo[0].length), cues, ['infinitive', 'third'])
    const isNear = task && (cues.isVerbFree || cues.isUnspaced || task.index <= maxVerbDistance)
    const says = findTask(after, cues, ['third'])
    const isSaid = says && due !== undefined && says.index <= maxVerbDistance && !isOfToday(after.slice(says.index), due, cues)
    if (!isSaid && !(isNear && (!cues.isUnspaced || due !== undefined))) continue
    const loop = finish('other', { ...sentence, text: removeDue(text.slice(index), cues) }, due)
    return loop && { ...loop, ownerName: isRelative(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name }
  }
  return undefined
}

/** Whether somebody does it today, so that it is over before anybody asks: "Clara writes to everybody today". A future is a promise. */
const isOfToday = (verb: string, due: string, { isUnspaced }: SessionCues): boolean =>
  !isUnspaced && /^(?:today|heute|aujourd'hui|hoy|oggi|hoje)$/.test(foldText(due)) && !/^\p{L}*ra(?!\p{L})/u.test(verb)

/** In characters. */
const maxVerbDistance = 12

/** Adds the sentence before to a loop that does not name what it is about. Undefined if nothing tells it. */
function makeClear(loop: StatedLoop, statement: ResolvedStatement, before: ResolvedStatement | undefined): StatedLoop | undefined {
  const { words } = readTaskWords(loop.text, statement.cues)
  if (words.length > 0 && !statement.isUnclear) return loop
  const isContext =
    before !== undefined && before.id === statement.id && !before.isQuestion && readTaskWords(before.text, before.cues).words.length > 0
  if (isContext) return { ...loop, text: shorten(`${loop.text} (${readTopic(before.text)})`) }
  return words.length > 0 ? loop : undefined
}

/** Returns what a sentence is about: what it names before a colon, or all of it. */
function readTopic(text: string): string {
  const [, topic, rest] = /^([^:：]{4,60})[:：]\s*(.+)$/u.exec(text) ?? []
  const about = topic !== undefined && /\s/.test(topic) ? topic : (rest ?? text)
  return about.replace(/[()]/g, '').replace(/[.!。！]+$/, '')
}

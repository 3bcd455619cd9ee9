import { defaultLanguage, toLanguageCode } from '../../core/domain/languages.ts'
import type { LoopOwner } from '../../core/domain/loops.ts'
import { removeQuotations } from '../../core/domain/quotations.ts'
import { blocksOf, parseLines, type TranscriptLine } from '../../core/domain/text.ts'
import { type Translate, translatorOf } from '../../core/messages/messages.ts'
import type { ModelRequest } from '../../core/ports/chat-model.ts'

/** An open loop that the request shows. */
export interface RequestedLoop {
  readonly id: number
  readonly owner: LoopOwner
  readonly text: string
}

export interface SessionRequest {
  readonly translate: Translate
  /** Without what they quote. */
  readonly lines: readonly TranscriptLine[]
  readonly openLoops: readonly RequestedLoop[]
}

const loopPattern = /^\[L(\d+)\] (user|bot|other): (.*?)(?: \(due: [^()]*\))?$/

/** Parses the request that src/sessions/notes/prompt.ts builds. Undefined if it is another one. */
export function parseSessionRequest({ messages }: ModelRequest): SessionRequest | undefined {
  const instruction = messages.find(({ role }) => role === 'system')?.content ?? ''
  const material = messages.find(({ role }) => role === 'user')?.content ?? ''
  const sessions = blocksOf(material, 'session')
  if (sessions.length === 0) return undefined
  const lines = sessions.flatMap(parseLines).filter(({ role }) => role === 'user' || role === 'assistant')
  const openLoops = blocksOf(material, 'open-loops').flatMap((block) => block.split('\n').flatMap(parseLoop))
  return {
    translate: translatorOf(toLanguageCode(/^Language: (\w+)$/m.exec(instruction)?.[1] ?? '') ?? defaultLanguage),
    lines: lines.map((line) => ({ ...line, text: removeQuotations(line.text) })),
    openLoops,
  }
}

function parseLoop(line: string): readonly RequestedLoop[] {
  const [, id, owner, text = ''] = loopPattern.exec(line) ?? []
  return id === undefined ? [] : [{ id: Number(id), owner: owner as LoopOwner, text }]
}

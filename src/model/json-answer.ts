import type { ModelRequest } from '../core/ports/chat-model.ts'

/**
 * Parses the JSON object with a field that a model's answer contains, or else the first object. Understands code fences, text around the
 * JSON, and reasoning before it, which may contain braces.
 */
export function findJsonObject(answer: string, field: string): unknown {
  const plain = answer.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
  const end = plain.lastIndexOf('}')
  let first: unknown
  let tries = 0
  for (let start = plain.indexOf('{'); start >= 0 && start < end && tries < maxTries; start = plain.indexOf('{', start + 1), tries++) {
    const value = parseObject(plain.slice(start, end + 1)) ?? parseObject(plain.slice(start, findEnd(plain, start)))
    if (value && field in value) return value
    first ??= value
  }
  return first
}

/** How many opening braces are tried. */
const maxTries = 20

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the position after the brace that closes the one at `start`, or `start` if there is none. */
function findEnd(text: string, start: number): number {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return start + index + 1
  }
  return start
}

/** How much of a wrong answer is shown again. In characters. */
const maxShownAnswer = 8_000

/** Builds the second request after an answer that cannot be used. The request names the problem. */
export const buildJsonRepairRequest = (first: ModelRequest, answer: string, problem: string): ModelRequest => ({
  ...first,
  messages: [
    ...first.messages,
    // Some servers reject an empty message.
    { role: 'assistant', content: answer.trim().slice(0, maxShownAnswer) || '(nothing)' },
    { role: 'user', content: `${problem} Answer again with the whole JSON object and nothing else.` },
  ],
})

import { block, formatCount, indent } from '../../core/domain/text.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import { formatLoop } from '../../loops/format-loop.ts'
import { describeBudget } from './report.ts'
import { type ContextPartInput, type FitPart, nothing } from './section.ts'

/** Part 6: what is open, in the order of its due times, with the ids that the tools take. */
export function prepareOpenLoops({ deps: { clock }, turn: { openLoops, timezone, user }, count }: ContextPartInput): FitPart {
  if (!openLoops || openLoops.loops.length === 0) return () => nothing
  const { loops, total } = openLoops
  const translate = translatorOf(user.language)
  const lines = loops.map((loop) => {
    const source = loop.sourceMessageId === null ? '' : ` [#${loop.sourceMessageId}]`
    return `- loop ${loop.id}: ${formatLoop(loop, { now: clock.now(), timezone }, translate)}${source}`
  })
  const format = (shown: readonly string[]) => block('open-loops', indent(shown.join('\n')))
  return (budget) => {
    let shown = lines.length
    while (shown > 0 && count(format(lines.slice(0, shown))) + 1 > budget) shown--
    const left = total - shown
    const omitted = left > 0 ? [{ what: formatCount(left, 'open loop'), why: describeBudget(budget) }] : []
    if (shown === 0) return { ...nothing, omitted }
    const reference = format(lines.slice(0, shown))
    return { reference, tokens: count(reference) + 1, items: shown, omitted }
  }
}

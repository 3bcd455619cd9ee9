import { summarizeSpan } from '../channels/summarize-span.ts'
import type { CommandAnswer } from '../conversation/deps.ts'
import { parseSpan, type TimeSpan } from '../core/dates/parse-span.ts'
import { messageOf } from '../core/domain/errors.ts'
import { clip } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Translate } from '../core/messages/messages.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../core/ports/clock.ts'
import { requireChannel } from './shared/channel-place.ts'
import type { Command } from './shared/command.ts'

/** What is summarized if nothing else is asked for, in ms. */
const usualSpanMs = 24 * 3_600_000

export const summarize: Command = {
  declaration: {
    name: 'summarize',
    help: 'summarize.help',
    arguments: [{ name: 'range', kind: 'text', required: false, help: 'summarize.range' }],
  },
  async run(deps, context, { range = '' }): Promise<CommandAnswer> {
    const { translate, now, user } = context
    const channel = await requireChannel(deps, context)
    const { timezone } = channel
    const usual = { from: new Date(now.getTime() - usualSpanMs), to: now }
    const span = range.trim() === '' ? usual : parseSpan(range, { now, timezone, languages: [user.language, channel.language] })
    if (!span) throw new LocalizedInputError('summarize.notATime', { text: clip(range, 40) })
    // The caller waits and can try again, so nothing aborts it.
    const { signal } = new AbortController()
    try {
      // What is said in the same millisecond as the command counts.
      const summary = await summarizeSpan(deps.channels, { channel, signal }, { ...span, to: new Date(span.to.getTime() + 1) })
      if (!summary) return { text: translate('summarize.nothing') }
      const shown = formatSpan({ from: summary.startsAt, to: summary.endsAt }, timezone, translate)
      const answer = translate('summarize.answer', { range: shown, messages: summary.messageCount, text: summary.text })
      if (!summary.isPartial) return { text: answer }
      const from = formatInstant(summary.startsAt, timezone, translate)
      return { text: `${answer}\n\n${translate('summarize.partial', { from })}` }
    } catch (error) {
      deps.log.warn({ placeId: channel.placeId, error: messageOf(error) }, 'a span of a channel could not be summarized')
      return { text: translate('summarize.failed') }
    }
  },
}

/** Formats when something was said: "Friday 27 November 2026, 09:02 – 11:40". */
function formatSpan({ from, to }: TimeSpan, timezone: string, translate: Translate): string {
  const isOneDay = dayLabelOf(from, timezone) === dayLabelOf(to, timezone)
  return `${formatInstant(from, timezone, translate)} – ${isOneDay ? timeOfDay(to, timezone) : formatInstant(to, timezone, translate)}`
}

const formatInstant = (at: Date, timezone: string, { locale }: Translate): string =>
  `${formatDay(dayLabelOf(at, timezone), locale)}, ${timeOfDay(at, timezone)}`

import { type DayUsage, formatCost, tokensOf } from '../../../src/conversation/usage.ts'
import type { ShownChannel } from '../views/channel-pages.ts'
import type { ChannelCost, ChannelManagement, RebuildOutcome } from '../views/channel-summaries.ts'
import { useLanguage } from './language.tsx'

const outcomeMessages = {
  started: 'page.channels.rebuild-started',
  running: 'page.channels.rebuild-running',
  nothing: 'rebuild.nothing',
} as const satisfies Readonly<Record<RebuildOutcome, string>>

/** Says what the form has led to. The address leads here, so that it is read out and the keyboard goes on from here. */
export function RebuildNotice({ outcome }: { readonly outcome: RebuildOutcome }) {
  const { translate } = useLanguage()
  return (
    <p class="outcome" id="notice" role="status" tabindex={-1}>
      {translate(outcomeMessages[outcome])}
    </p>
  )
}

interface ManagementProps {
  readonly channel: ShownChannel
  readonly management: ChannelManagement
}

/** What only managers of a channel see and do. */
export function ChannelManagementSection({ channel, management }: ManagementProps) {
  const { translate } = useLanguage()
  const { cost } = management
  return (
    <>
      <section class="manage" id="rebuild" aria-labelledby="rebuild-title">
        <h2 id="rebuild-title">{translate('page.channels.rebuild')}</h2>
        <Rebuild channel={channel} management={management} />
      </section>
      {cost && <CostSection channel={channel} cost={cost} />}
    </>
  )
}

function Rebuild({ channel: { id }, management: { progress, estimate } }: ManagementProps) {
  const { translate } = useLanguage()
  if (progress) return <p>{translate('rebuild.progress', { done: progress.done, total: progress.total })}</p>
  if (!estimate)
    return (
      <>
        <p class="faint">{translate('page.channels.rebuild-hint')}</p>
        <a class="button" href={`/channels/${id}/summaries/?rebuild=1#rebuild`}>
          {translate('page.channels.estimate')}
        </a>
      </>
    )
  if (estimate.windows === 0) return <p>{translate('rebuild.nothing')}</p>
  return (
    <form class="confirm" method="post" action={`/channels/${id}/rebuild/`}>
      <p>{translate('rebuild.preview', { ...estimate })}</p>
      <button type="submit" class="primary">
        {translate('rebuild.button')}
      </button>
      <a class="button" href={`/channels/${id}/summaries/`}>
        {translate('page.channels.keep')}
      </a>
    </form>
  )
}

/** What the summaries cost by day. It is recorded who pays, but not for which channel. */
function CostSection({ channel, cost }: { readonly channel: ShownChannel; readonly cost: ChannelCost }) {
  const { translate, formatShortDay } = useLanguage()
  const { payer, days } = cost
  return (
    <section class="manage" aria-labelledby="cost-title">
      <h2 id="cost-title">{translate('page.channels.cost')}</h2>
      <p class="faint" dir="auto">
        {translate('page.channels.cost-hint', { name: payer })}
      </p>
      {days.length === 0 ? (
        <p>{translate('page.channels.no-cost')}</p>
      ) : (
        <table class="costs">
          <thead>
            <tr>
              <th scope="col">{translate('page.channels.day')}</th>
              <th scope="col">{translate('page.channels.tokens')}</th>
              {cost.price && <th scope="col">{translate('page.channels.price')}</th>}
            </tr>
          </thead>
          <tbody>
            {days.map((usage) => (
              <CostRow
                key={usage.day}
                label={formatShortDay(usage.day, { withYear: usage.day.slice(0, 4) !== channel.today.slice(0, 4) })}
                usage={usage}
                cost={cost}
              />
            ))}
          </tbody>
          <tfoot>
            <CostRow label={translate('page.channels.total')} usage={sumDays(days)} cost={cost} />
          </tfoot>
        </table>
      )}
    </section>
  )
}

interface CostRowProps {
  readonly label: string
  readonly usage: Omit<DayUsage, 'day'>
  readonly cost: ChannelCost
}

function CostRow({ label, usage, cost: { price } }: CostRowProps) {
  const { formatNumber, locale } = useLanguage()
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{formatNumber(tokensOf(usage))}</td>
      {price && <td>{formatCost(price, usage, locale)}</td>}
    </tr>
  )
}

const sumDays = (days: readonly DayUsage[]): Omit<DayUsage, 'day'> =>
  days.reduce(
    (sum, day) => ({
      inputTokens: sum.inputTokens + day.inputTokens,
      outputTokens: sum.outputTokens + day.outputTokens,
      estimatedTokens: sum.estimatedTokens + day.estimatedTokens,
    }),
    { inputTokens: 0, outputTokens: 0, estimatedTokens: 0 },
  )

import {
  formatPartName,
  type PartReport,
  type ReplyContext,
  type ReplyReport,
  type StoredToolCall,
} from '../../../src/conversation/context/report.ts'
import { formatCost, type Price } from '../../../src/conversation/usage.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { useLanguage } from './language.tsx'

/** The collapsed section under a reply. The page's script loads the content when the section is opened. Imported replies have none. */
export function ReplyContextDetails({ message: { id, role, kind, turnId } }: { readonly message: Message }) {
  const { translate } = useLanguage()
  if (role !== 'assistant' || kind !== 'chat' || turnId === null) return null
  return (
    <details class="reply-context" data-reply-context={`/continuous/messages/${id}/context/`}>
      <summary>{translate('page.context.title')}</summary>
      <div class="panel" aria-live="off">
        {translate('page.context.needs-script')}
      </div>
    </details>
  )
}

/** What a reply was generated from: the parts of the context, what was omitted, and the tool calls. */
export function ReplyContextPanel({ context, price }: { readonly context: ReplyContext; readonly price: Price | undefined }) {
  const { translate } = useLanguage()
  const { report, model, inputTokens, outputTokens } = context
  const shown = { model: model ?? report.model, total: report.total, limit: report.limit }
  return (
    <>
      <p>
        {inputTokens === null || outputTokens === null
          ? translate('page.context.shown', shown)
          : translate(price ? 'page.context.cost' : 'page.context.used', {
              ...shown,
              input: inputTokens,
              output: outputTokens,
              ...(price && { cost: formatCost(price, { inputTokens, outputTokens }) }),
            })}
      </p>
      <ul class="parts">
        {report.parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </ul>
      <ToolCalls report={report} />
    </>
  )
}

function Part({ part: { name, tokens, limit, omitted } }: { readonly part: PartReport }) {
  const { translate } = useLanguage()
  const label = formatPartName(name, translate)
  const size = translate('page.context.tokens', { tokens, limit })
  return (
    <li>
      <span>{label}</span> <span class="count">{size}</span>
      <meter min={0} max={Math.max(1, limit)} value={tokens} aria-label={`${label}: ${size}`} />
      {omitted.length > 0 && (
        <ul>
          {omitted.map(({ what, why }, index) => (
            <li key={index}>{translate('page.context.left-out', { what, why })}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

function ToolCalls({ report: { toolCalls = [], moreToolCalls } }: { readonly report: ReplyReport }) {
  const { translate } = useLanguage()
  if (toolCalls.length === 0) return <p>{translate('page.context.no-tools')}</p>
  return (
    <ol class="calls">
      {toolCalls.map((call, index) => (
        <ToolCall key={index} call={call} />
      ))}
      {moreToolCalls !== undefined && <li>{translate('page.context.more-tools', { count: moreToolCalls })}</li>}
    </ol>
  )
}

function ToolCall({ call: { name, arguments: text, ms, failed } }: { readonly call: StoredToolCall }) {
  const { translate, formatNumber } = useLanguage()
  return (
    <li>
      <b>{name}</b> <span class="count">{formatNumber(Math.round(ms))} ms</span>{' '}
      {failed && <span class="problem">{translate('page.context.failed')}</span>}
      <code>{text}</code>
    </li>
  )
}

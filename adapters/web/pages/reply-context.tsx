import {
  isWorthShowing,
  type PartReport,
  type ReplyContext,
  type StoredReport,
  type StoredToolCall,
} from '../../../src/conversation/context/report.ts'
import { formatCost, type Price } from '../../../src/conversation/usage.ts'
import type { Message } from '../../../src/core/domain/messages.ts'

/** The collapsed section under a reply. The page's script loads the content when the section is opened. Imported replies have none. */
export function ReplyContextDetails({ message: { id, role, kind, turnId } }: { readonly message: Message }) {
  if (role !== 'assistant' || kind !== 'chat' || turnId === null) return null
  return (
    <details class="reply-context" data-reply-context={`/continuous/messages/${id}/context/`}>
      <summary>What this reply is based on</summary>
      <div class="panel" aria-live="off">
        This needs JavaScript.
      </div>
    </details>
  )
}

const number = (count: number) => count.toLocaleString('en')

/** What a reply was generated from: the parts of the context, what was omitted, and the tool calls. */
export function ReplyContextPanel({ context, price }: { readonly context: ReplyContext; readonly price: Price | undefined }) {
  const { report, model, inputTokens, outputTokens } = context
  const cost = price && inputTokens !== null && outputTokens !== null ? `, for ${formatCost(price, { inputTokens, outputTokens })}` : ''
  return (
    <>
      <p>
        {model ?? report.model} was shown {number(report.total)} of at most {number(report.limit)} tokens
        {inputTokens !== null &&
          outputTokens !== null &&
          `; in all, it read ${number(inputTokens)} and wrote ${number(outputTokens)}${cost}`}
        .
      </p>
      <ul class="parts">
        {report.parts.filter(isWorthShowing).map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </ul>
      <ToolCalls report={report} />
    </>
  )
}

function Part({ part: { name, tokens, limit, leftOut } }: { readonly part: PartReport }) {
  const size = `${number(tokens)} of ${number(limit)} tokens`
  return (
    <li>
      <span>{name}</span> <span class="count">{size}</span>
      <meter min={0} max={Math.max(1, limit)} value={tokens} aria-label={`${name}: ${size}`} />
      {leftOut.length > 0 && (
        <ul>
          {leftOut.map(({ what, why }, index) => (
            <li key={index}>
              Left out: {what} ({why})
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function ToolCalls({ report: { toolCalls = [], moreToolCalls } }: { readonly report: StoredReport }) {
  if (toolCalls.length === 0) return <p>No tools were used.</p>
  return (
    <ol class="calls">
      {toolCalls.map((call, index) => (
        <ToolCall key={index} call={call} />
      ))}
      {moreToolCalls !== undefined && <li>and {number(moreToolCalls)} more</li>}
    </ol>
  )
}

function ToolCall({ call: { name, arguments: text, ms, failed } }: { readonly call: StoredToolCall }) {
  return (
    <li>
      <b>{name}</b> <span class="count">{number(Math.round(ms))} ms</span> {failed && <span class="problem">failed</span>}
      <code>{text}</code>
    </li>
  )
}

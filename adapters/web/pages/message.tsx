import { withoutCutOffNote } from '../../../src/conversation/turn/turn-endings.ts'
import type { DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import { excerptOf } from '../../../src/core/lib/excerpt.ts'
import type { Translate } from '../../../src/core/messages/messages.ts'
import { splitNotice } from '../../../src/offline/chat/chat-model.ts'
import type { MessageFragment } from '../shared/message-fragment.ts'
import { htmlOf, messageHref } from '../views/markdown.ts'
import {
  findAfterPause,
  findOpenedMessage,
  isSilent,
  isStep,
  retryAction,
  type ShownMessage,
  type TimelineItem,
} from '../views/timeline.ts'
import { Attachments } from './attachments.tsx'
import { callFragment, renderCall } from './fold.tsx'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'
import { DayMark, dayMarkHtml, NewSinceMark, SummaryMark } from './marks.tsx'
import { AnswerAgain, MessageActions, PartialMark } from './message-actions.tsx'
import { describeQuoted, Quote, toQuoted } from './quote.tsx'
import { ReplyContextDetails } from './reply-context.tsx'
import { countSteps } from './script-texts.ts'
import { describeToolCall, type StepKind, toStepKind } from './steps.ts'
import { nameMoments } from './time.tsx'

interface MessageProps {
  readonly shown: ShownMessage
  /** Whether the previous message is from the same place outside the page, and already names it. */
  readonly continues?: boolean
  /** Whether it comes after a pause. */
  readonly isAfterPause?: boolean
  readonly highlighted?: boolean
}

/** One row of the timeline. The page's script finds, places and replaces rows by their data attributes. */
function MessageRow({ shown, continues = false, isAfterPause = false, highlighted = false }: MessageProps) {
  const { translate } = useLanguage()
  const { message, day } = shown
  const data = {
    id: `m${message.id}`,
    'data-day': day,
    'data-order': orderKey(shown),
    'data-from': shown.elsewhere,
    'data-sent-as': message.platformMessageId ?? undefined,
  }
  const className = (kind: string) => `message ${kind}${highlighted ? ' highlighted' : ''}`
  // A tool step is deleted when its reply is regenerated.
  if (message.deletedAt && message.role === 'tool') return <article {...data} class="message" hidden />
  if (message.deletedAt)
    return (
      <article {...data} class={className('gone')}>
        <p>{translate('page.message.deleted')}</p>
      </article>
    )
  if (message.role === 'tool')
    return (
      <article {...data} class={className('tool')} data-step={stepOf(shown)}>
        <p dir="auto">{describeToolCall(translate, message)}</p>
      </article>
    )
  // A model round that only calls tools shows nothing.
  if (isSilent(message)) return <article {...data} class="message" hidden />
  const kind = message.kind === 'chat' ? message.role : message.kind
  return (
    <article {...data} class={className(kind)} data-time={shown.time} data-pause={isAfterPause ? '' : undefined}>
      <span class="visually-hidden">{nameSpeaker(translate, shown)}: </span>
      <Quote shown={shown} />
      <Body shown={shown} open={highlighted} />
      <Attachments attachments={shown.attachments} mayArrive={shown.isAwaitingAnswer === true} />
      <Buttons shown={shown} />
      <AnswerAgain shown={shown} />
      <PartialMark shown={shown} />
      {shown.problem && (
        <p class="trouble">
          {translate(`page.message.${shown.problem}`)}{' '}
          <button type="button" class="quiet" data-action={`${retryAction} ${message.id}`}>
            {translate('page.message.retry')}
          </button>
        </p>
      )}
      <footer>
        <MessageActions shown={shown} />
        <ReplyContextDetails message={message} />
        <a class="sent" href={messageHref(message.id)}>
          <time dateTime={message.sentAt.toISOString()}>{shown.time}</time>
        </a>
        {message.editedAt && <span>{translate('page.message.edited')}</span>}
        {shown.elsewhere && !continues && (
          <span class="badge" dir="auto">
            {shown.elsewhere}
          </span>
        )}
      </footer>
    </article>
  )
}

interface BodyProps {
  readonly shown: ShownMessage
  readonly open: boolean
}

/** The text of a message. That there is no language model, or that it is cut off, stands below it, in small. */
function Body({ shown: { message, day, collapsed, cited, partial }, open }: BodyProps) {
  const language = useLanguage()
  const { translate } = language
  if (message.kind === 'command')
    return (
      <p class="body command-line" dir="auto">
        {message.text}
      </p>
    )
  const text = partial === 'cut-off' ? withoutCutOffNote(message.text) : message.text
  const { answer, notice } = message.role === 'assistant' ? splitNotice(text) : { answer: text }
  const html = { __html: htmlOf(answer, translate, { labelOf: nameMoments(language, day, cited) }) }
  if (!collapsed && message.kind !== 'digest')
    return (
      <>
        <div class="body prose" dangerouslySetInnerHTML={html} />
        {notice && (
          <p class="no-model" dir="auto">
            {notice}
          </p>
        )}
      </>
    )
  return (
    <details class="body" open={open}>
      <summary dir="auto">{excerptOf(text) || translate('page.message.show')}</summary>
      <div class="prose" dangerouslySetInnerHTML={html} />
    </details>
  )
}

function Buttons({ shown: { buttons } }: { readonly shown: ShownMessage }) {
  if (buttons.length === 0) return null
  return (
    <div class="buttons">
      {buttons.map(({ label, action }) => {
        const opened = findOpenedMessage(action)
        if (opened !== undefined)
          return (
            <a key={action} class="button" href={messageHref(opened)}>
              {label}
            </a>
          )
        return (
          <button key={action} type="button" data-action={action}>
            {label}
          </button>
        )
      })}
    </div>
  )
}

interface TimelineProps {
  readonly items: readonly TimelineItem[]
  readonly today: DayLabel
  readonly timezone: string
  /** Whether collapsible sections start open. */
  readonly open: boolean
  readonly highlighted?: MessageId | undefined
}

export function TimelineItems({ items, today, timezone, open, highlighted }: TimelineProps) {
  const { translate } = useLanguage()
  const afterPause = findAfterPause(items)
  return (
    <>
      {runs(items, (before, item) => before.type === 'message' && item.type === 'message').map((run) => {
        const [item] = run
        if (item.type === 'message') {
          const messages = run.flatMap((one) => (one.type === 'message' ? one.shown : []))
          return <Rows key={item.shown.message.id} messages={messages} afterPause={afterPause} highlighted={highlighted} />
        }
        if (item.type === 'day') return <DayMark key={item.day} day={item.day} today={today} />
        if (item.type === 'new-since') return <NewSinceMark key="new-since" />
        if (item.type === 'summary-updated') return <SummaryMark key="summary-updated" at={item.at} timezone={timezone} />
        const rows = item.type === 'call' ? item.call.turns : item.messages
        const isOpen = open || rows.some(({ message }) => message.id === highlighted)
        const content = <Rows messages={rows} afterPause={afterPause} highlighted={highlighted} />
        if (item.type === 'call') return renderCall({ call: item.call, open: isOpen, children: content })
        return (
          <details key={item.messages[0]?.message.id} class="older" open={isOpen}>
            <summary>{translate(open ? 'count.messages' : 'page.day.older', { count: item.messages.filter(isSpoken).length })}</summary>
            <div class="timeline">{content}</div>
          </details>
        )
      })}
    </>
  )
}

interface RowsProps {
  readonly messages: readonly ShownMessage[]
  /** The messages that come after a pause. */
  readonly afterPause: ReadonlySet<MessageId>
  readonly highlighted: MessageId | undefined
}

/**
 * Renders rows of messages. Consecutive tool steps are collapsed into one row, and consecutive messages from another place name it once.
 */
function Rows({ messages, afterPause, highlighted }: RowsProps) {
  const language = useLanguage()
  const row = (shown: ShownMessage, index: number) => (
    <MessageRow
      key={shown.message.id}
      shown={shown}
      continues={index > 0 && messages[index - 1]?.elsewhere === shown.elsewhere}
      isAfterPause={afterPause.has(shown.message.id)}
      highlighted={shown.message.id === highlighted}
    />
  )
  const rows = messages.map((shown, index) => ({ shown, row: row(shown, index) }))
  return (
    <>
      {runs(rows, (before, one) => isStep(before.shown) && isStep(one.shown)).map((run) => {
        const steps = run.filter(({ shown }) => shown.message.role === 'tool' && !shown.message.deletedAt)
        if (steps.length === 0) return run.map(({ row }) => row)
        return (
          <details key={`steps-${run[0].shown.message.id}`} class="steps" open={run.some(({ shown }) => shown.message.id === highlighted)}>
            <summary>
              {countSteps(
                language,
                steps.map(({ shown }) => stepOf(shown)),
              )}
            </summary>
            {run.map(({ row }) => row)}
          </details>
        )
      })}
    </>
  )
}

/** Splits a list wherever an element does not belong with the previous one. */
function runs<One>(all: readonly One[], belongs: (before: One, one: One) => boolean): [One, ...One[]][] {
  const cut: [One, ...One[]][] = []
  for (const one of all) {
    const run = cut.at(-1)
    const before = run?.at(-1)
    if (run && before !== undefined && belongs(before, one)) run.push(one)
    else cut.push([one])
  }
  return cut
}

/** Marks where later messages were left out. The script places new messages below it. */
export function LaterMark({ last, day, href }: { readonly last: ShownMessage; readonly day: DayLabel; readonly href: string }) {
  const { translate } = useLanguage()
  return (
    <p class="mark" data-day={day} data-order={`${orderKey(last)} later`}>
      <a href={href}>{translate('page.day.later')}</a>
    </p>
  )
}

/** Whether a message has text of its own and is not a tool step. */
function isSpoken({ message: { role, text } }: ShownMessage): boolean {
  return role !== 'tool' && text.trim() !== ''
}

/** Returns a message in the form in which the live connection and the JSON endpoints send it to the page. */
export function messageFragment(language: PageLanguage, shown: ShownMessage, today: DayLabel): MessageFragment {
  return {
    id: shown.message.id,
    day: shown.day,
    dayMark: dayMarkHtml(language, { day: shown.day, today }),
    order: orderKey(shown),
    answers: answers(shown),
    isOwn: shown.message.role === 'user' && shown.elsewhere === undefined,
    html: renderIn(language, <MessageRow shown={shown} />),
    quote: describeQuoted(language.translate, toQuoted(shown.message)),
    ...callFragment(language, shown),
  }
}

/** Whether a message shows that the reply is finished: it is the answer, or a notice in place of one. */
function answers({ message: { role, kind, text } }: ShownMessage): boolean {
  return role === 'assistant' ? text.trim() !== '' : kind === 'notice'
}

/** Returns a text key that sorts messages as in the thread. */
function orderKey({ message }: ShownMessage): string {
  return [message.sentAt.toISOString(), String(message.platformOrder).padStart(20, '0'), String(message.id).padStart(10, '0')].join(' ')
}

export function nameSpeaker(translate: Translate, { message }: ShownMessage): string {
  if (message.role === 'user') return message.authorName || translate('page.you')
  return message.kind === 'digest' ? translate('page.summary') : 'Throughline'
}

const stepOf = ({ message: { tool } }: ShownMessage): StepKind => toStepKind(tool?.name ?? '')

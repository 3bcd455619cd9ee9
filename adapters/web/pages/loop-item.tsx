import type { ComponentChildren } from 'preact'
import { clip } from '../../../src/core/domain/text.ts'
import type { MessageKey } from '../../../src/core/messages/messages.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import { describeLoop, formatDue, type ReadingTime } from '../../../src/loops/format-loop.ts'
import { maxLoopChars, type OpenLoop } from '../../../src/loops/open-loop.ts'
import { messageHref } from '../views/markdown.ts'
import { useLanguage } from './language.tsx'
import { FieldProblem, type LoopProblem } from './loop-problem.tsx'

interface LoopItemProps {
  readonly loop: OpenLoop
  readonly time: ReadingTime
  /** What was wrong with the last form of this loop. */
  readonly problem?: LoopProblem | undefined
}

/** When a loop is due, and whether that is past. */
export function LoopDueTime({ loop: { due }, time }: Pick<LoopItemProps, 'loop' | 'time'>) {
  const { translate } = useLanguage()
  if (!due) return null
  const when = formatDue(due, time, translate)
  if (due.repeat || due.day >= dayLabelOf(time.now, time.timezone)) return <span class="when">{when}</span>
  return <span class="when overdue">{translate('page.loops.was-due', { when })}</span>
}

/** An open loop with everything that can be done with it. */
export function OpenLoopItem({ loop, time, problem }: LoopItemProps) {
  const { translate } = useLanguage()
  const { id, due, text } = loop
  return (
    <li id={`loop-${id}`}>
      <article>
        <LoopContent loop={loop} time={time} />
        <div class="loop-actions">
          {due?.repeat ? (
            <LoopButton loop={loop} action="drop" label="loops.stop" />
          ) : (
            <LoopButton loop={loop} action="done" label="loops.done" isPrimary />
          )}
          {!due?.repeat && <LoopButton loop={loop} action="drop" label="loops.drop" />}
          <Disclosure loop={loop} label="page.message.edit" isOpen={problem?.field === 'text'}>
            <form method="post" action={`/loops/${id}/edit/`}>
              <LoopField loop={loop} name="text" value={text} problem={problem} />
              <button type="submit" class="primary">
                {translate('page.loops.save')}
              </button>
            </form>
          </Disclosure>
          <Disclosure loop={loop} label="page.loops.move" isOpen={problem?.field === 'when'}>
            <form method="post" action={`/loops/${id}/move/`}>
              <LoopField loop={loop} name="when" value="" problem={problem} />
              <button type="submit" class="primary">
                {translate('page.loops.move')}
              </button>
            </form>
            <form method="post" action={`/loops/${id}/move/`}>
              <button type="submit" name="when" value="tomorrow">
                {translate('loops.tomorrow')}
              </button>
              <button type="submit" name="when" value="in 1 week">
                {translate('loops.nextWeek')}
              </button>
            </form>
          </Disclosure>
        </div>
      </article>
    </li>
  )
}

/** A loop that was done or dropped. */
export function ClosedLoopItem({ loop, time }: Omit<LoopItemProps, 'problem'>) {
  return (
    <li id={`loop-${loop.id}`} class="closed">
      <article>
        <LoopContent loop={loop} time={time} />
        <div class="loop-actions">
          <LoopButton loop={loop} action="reopen" label="loops.reopen" />
        </div>
      </article>
    </li>
  )
}

/** What a loop says, when it is due, and the messages that it comes from and was closed by. */
function LoopContent({ loop, time }: Omit<LoopItemProps, 'problem'>) {
  const { translate, formatDay } = useLanguage()
  const { state, sourceMessageId, closingMessageId, closedAt } = loop
  return (
    <>
      <p class="content" dir="auto">
        {describeLoop(loop, translate)}
      </p>
      <p class="about">
        {state === 'open' && <LoopDueTime loop={loop} time={time} />}
        {state === 'dropped' && <span class="badge">{translate('page.loops.dropped')}</span>}
        {closedAt && <time dateTime={closedAt.toISOString()}>{formatDay(dayLabelOf(closedAt, time.timezone))}</time>}
        {sourceMessageId !== null && <a href={messageHref(sourceMessageId)}>{translate('page.loops.source')}</a>}
        {closingMessageId !== null && closingMessageId !== sourceMessageId && (
          <a href={messageHref(closingMessageId)}>{translate('page.loops.closed-by')}</a>
        )}
      </p>
    </>
  )
}

interface LoopButtonProps {
  readonly loop: OpenLoop
  readonly action: 'done' | 'drop' | 'reopen'
  readonly label: MessageKey
  readonly isPrimary?: boolean
}

function LoopButton({ loop, action, label, isPrimary = false }: LoopButtonProps) {
  const { translate } = useLanguage()
  return (
    <form method="post" action={`/loops/${loop.id}/${action}/`}>
      <button type="submit" aria-label={nameFor(loop, translate(label))} {...(isPrimary && { class: 'primary' })}>
        {translate(label)}
      </button>
    </form>
  )
}

interface DisclosureProps {
  readonly loop: OpenLoop
  readonly label: MessageKey
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

/** A form behind a button, which needs no script. */
function Disclosure({ loop, label, isOpen, children }: DisclosureProps) {
  const { translate } = useLanguage()
  return (
    <details open={isOpen}>
      <summary aria-label={nameFor(loop, translate(label))}>{translate(label)}</summary>
      <div class="loop-form">{children}</div>
    </details>
  )
}

/** Says which loop a button belongs to, for those who do not see where it is. */
const nameFor = ({ text }: OpenLoop, label: string): string => `${label}: ${clip(text, 60)}`

interface LoopFieldProps {
  readonly loop: OpenLoop
  readonly name: 'text' | 'when'
  readonly value: string
  readonly problem: LoopProblem | undefined
}

const fieldLabels = { text: 'page.loops.text', when: 'page.loops.when' } as const

/** A text field of a loop. After a problem, it keeps what was typed. */
function LoopField({ loop, name, value, problem }: LoopFieldProps) {
  const { translate } = useLanguage()
  const own = problem?.field === name ? problem : undefined
  const id = `loop-${loop.id}-${name}`
  const hint = name === 'when' ? `${id}-hint` : undefined
  const described = [hint, own && `${id}-problem`].filter((part) => part !== undefined).join(' ')
  return (
    <>
      <label for={id}>{translate(fieldLabels[name])}</label>
      <input
        {...{ id, name, type: 'text', value: own?.typed ?? value, required: true, dir: 'auto' }}
        {...(name === 'text' && { maxLength: maxLoopChars })}
        {...(own && { 'aria-invalid': 'true', autofocus: true })}
        {...(described && { 'aria-describedby': described })}
        autocomplete="off"
      />
      {hint && (
        <p class="faint" id={hint}>
          {translate('page.loops.when-hint')}
        </p>
      )}
      {own && <FieldProblem id={`${id}-problem`} problem={own} />}
    </>
  )
}

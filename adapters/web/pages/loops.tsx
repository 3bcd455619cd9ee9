import type { MessageKey, Translate } from '../../../src/core/messages/messages.ts'
import { formatLoop, type ReadingTime } from '../../../src/loops/format-loop.ts'
import type { OpenLoop } from '../../../src/loops/open-loop.ts'
import { useLanguage } from './language.tsx'
import { Layout } from './layout.tsx'
import { ClosedLoopItem, OpenLoopItem } from './loop-item.tsx'
import { FieldProblem, type LoopProblem } from './loop-problem.tsx'

/** What a request did to a loop, or found when it came too late, with the message about it. */
const outcomeMessages = {
  reminded: 'remind.set',
  noted: 'loops.noted',
  known: 'loops.known',
  done: 'loops.closed',
  dropped: 'loops.dropped',
  reopened: 'loops.reopened',
  moved: 'loops.moved',
  renamed: 'loops.renamed',
  'not-open': 'loops.notOpen',
  'not-closed': 'loops.notClosed',
} as const satisfies Readonly<Record<string, MessageKey>>

export type LoopOutcome = keyof typeof outcomeMessages
export const loopOutcomes = Object.keys(outcomeMessages) as readonly LoopOutcome[]

/** An outcome with its loop as it is now. */
export interface LoopOutcomeNotice {
  readonly loop: OpenLoop
  readonly outcome: LoopOutcome
}

export interface LoopsView {
  readonly time: ReadingTime
  /** Overdue, or due today. */
  readonly due: readonly OpenLoop[]
  readonly open: readonly OpenLoop[]
  /** The number of open loops that are left out. */
  readonly notShown: number
  /** Done or dropped, the latest first. */
  readonly closed: readonly OpenLoop[]
  readonly notice?: LoopOutcomeNotice
  readonly problem?: LoopProblem
}

/** The page of all loops. It needs no script. */
export function LoopsPage({ view }: { readonly view: LoopsView }) {
  const { translate } = useLanguage()
  const { time, due, open, notShown, closed, notice, problem } = view
  const openItem = (loop: OpenLoop) => (
    <OpenLoopItem key={loop.id} loop={loop} time={time} problem={problem?.id === loop.id ? problem : undefined} />
  )
  return (
    <Layout title={translate('page.loops')} here="loops">
      <main class="loops" id="main">
        <h1>{translate('page.loops')}</h1>
        <AddForm problem={problem?.id === undefined ? problem : undefined} />
        {notice && <OutcomeNotice notice={notice} time={time} />}
        {due.length + open.length === 0 && (
          <div class="empty">
            <p>{translate('page.loops.none')}</p>
            <p class="faint">{translate('page.loops.none-hint')}</p>
          </div>
        )}
        {due.length > 0 && (
          <section aria-labelledby="due-title">
            <h2 id="due-title">{translate('loops.dueHeading')}</h2>
            <ol class="items">{due.map(openItem)}</ol>
          </section>
        )}
        {open.length > 0 && (
          <section aria-labelledby="open-title">
            <h2 id="open-title">{translate('page.loops.open')}</h2>
            <ol class="items">{open.map(openItem)}</ol>
            {notShown > 0 && <p class="faint">{translate('loops.more', { count: notShown })}</p>}
          </section>
        )}
        {closed.length > 0 && (
          <section aria-labelledby="closed-title">
            <h2 id="closed-title">{translate('page.loops.closed')}</h2>
            <ol class="items">
              {closed.map((loop) => (
                <ClosedLoopItem key={loop.id} loop={loop} time={time} />
              ))}
            </ol>
          </section>
        )}
      </main>
    </Layout>
  )
}

function AddForm({ problem }: { readonly problem: LoopProblem | undefined }) {
  const { translate } = useLanguage()
  return (
    <form class="add-loop" method="post" action="/loops/">
      <label for="add-text">{translate('page.loops.add')}</label>
      <div class="line-form">
        <input
          id="add-text"
          name="text"
          type="text"
          dir="auto"
          autocomplete="off"
          required
          value={problem?.typed}
          aria-describedby={problem ? 'add-hint add-problem' : 'add-hint'}
          {...(problem && { 'aria-invalid': 'true', autofocus: true })}
        />
        <button type="submit" class="primary">
          {translate('page.loops.add-button')}
        </button>
      </div>
      <p class="faint" id="add-hint">
        {translate('page.loops.add-hint')}
      </p>
      {problem && <FieldProblem id="add-problem" problem={problem} />}
    </form>
  )
}

/** Says what the last form did. The address leads here, so that it is read out and the keyboard goes on from here. */
function OutcomeNotice({ notice, time }: { readonly notice: LoopOutcomeNotice; readonly time: ReadingTime }) {
  const { translate } = useLanguage()
  return (
    <p class="outcome" id="notice" role="status" tabindex={-1} dir="auto">
      {describeOutcome(notice, time, translate)}
    </p>
  )
}

/** Describes what was done with a loop. When it was due does not matter once it is closed. */
export function describeOutcome({ loop, outcome }: LoopOutcomeNotice, time: ReadingTime, translate: Translate): string {
  const shown = loop.state === 'open' ? loop : { ...loop, due: null }
  return translate(outcomeMessages[outcome], { text: formatLoop(shown, time, translate) })
}

import { describeLoop, type ReadingTime } from '../../../src/loops/format-loop.ts'
import type { OpenLoop } from '../../../src/loops/open-loop.ts'
import { CheckIcon, RepeatIcon } from './icons.tsx'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'
import { LoopDueTime } from './loop-item.tsx'

export interface LoopPanelView {
  readonly time: ReadingTime
  /** What is due, then what is open. */
  readonly loops: readonly OpenLoop[]
  /** The number of open loops. */
  readonly total: number
  /** Changes with what is shown. Empty for an empty list. */
  readonly version: string
}

/** The list of loops beside the day. Its buttons work without a script, too. */
export function LoopPanel({ view: { loops, total, time, version } }: { readonly view: LoopPanelView }) {
  const { translate, formatNumber } = useLanguage()
  if (total === 0) return <section class="loop-panel" id="loops" data-version="" hidden />
  return (
    <section class="loop-panel" id="loops" data-version={version} aria-labelledby="loops-title">
      <h2 id="loops-title">{translate('page.loops')}</h2>
      <ul>
        {loops.map((loop) => (
          <PanelItem key={loop.id} loop={loop} time={time} />
        ))}
      </ul>
      <a class="all" href="/loops/">
        {translate('page.loops.all')} <span class="count">{formatNumber(total)}</span>
      </a>
    </section>
  )
}

function PanelItem({ loop, time }: { readonly loop: OpenLoop; readonly time: ReadingTime }) {
  const { translate } = useLanguage()
  const text = describeLoop(loop, translate)
  return (
    <li>
      {loop.due?.repeat ? (
        // Only its occurrences are done. It ends on the page of all loops.
        <RepeatIcon />
      ) : (
        <form method="post" action={`/loops/${loop.id}/done/`}>
          <input type="hidden" name="from" value="day" />
          <button type="submit" title={translate('loops.done')}>
            <CheckIcon />
            <span class="visually-hidden">
              {translate('loops.done')}: {text}
            </span>
          </button>
        </form>
      )}
      <a href={`/loops/#loop-${loop.id}`}>
        <span dir="auto">{text}</span>
        <LoopDueTime loop={loop} time={time} />
      </a>
    </li>
  )
}

export function loopPanelHtml(language: PageLanguage, view: LoopPanelView): string {
  return renderIn(language, <LoopPanel view={view} />)
}

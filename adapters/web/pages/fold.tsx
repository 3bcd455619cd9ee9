import type { ComponentChildren } from 'preact'
import type { ShownCall, ShownMessage } from '../views/timeline.ts'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'

interface CallFoldProps {
  readonly call: ShownCall
  readonly open: boolean
  /** The transcript. */
  readonly children: ComponentChildren
}

/** Renders a call as one folded item with its time, its length and its transcript. */
function CallFold({ call: { id, seconds, turns }, open, children }: CallFoldProps) {
  const { translate } = useLanguage()
  const length = seconds === null ? '' : translate('page.call.length', { minutes: Math.round(seconds / 60), seconds })
  return (
    <details class="older call" data-call={id} open={open}>
      <summary>
        {translate('page.call')} <span class="count">{[turns[0]?.time, length].filter(Boolean).join(' · ')}</span>
      </summary>
      <div class="timeline">{children}</div>
    </details>
  )
}

export const renderCall = (props: CallFoldProps) => <CallFold key={props.call.id} {...props} />

/** Returns the call of a turn with an empty fold, in which the script of an open page places its turns. */
export function callFragment(language: PageLanguage, turn: ShownMessage) {
  if (!turn.call) return {}
  const { id } = turn.call
  return { call: { id, html: renderIn(language, renderCall({ call: { ...turn.call, turns: [turn] }, open: false, children: null })) } }
}

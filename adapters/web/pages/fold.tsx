import type { ComponentChildren } from 'preact'
import type { ShownCall } from '../views/timeline.ts'
import { useLanguage } from './language.tsx'

interface CallFoldProps {
  readonly call: ShownCall
  readonly open: boolean
  /** The transcript. */
  readonly children: ComponentChildren
}

/** Renders a call as one folded item with its time, its length and its transcript. */
function CallFold({ call: { seconds, turns }, open, children }: CallFoldProps) {
  const { translate } = useLanguage()
  const length = seconds === null ? '' : translate('page.call.length', { minutes: Math.round(seconds / 60), seconds })
  return (
    <details class="older call" open={open}>
      <summary>
        {translate('page.call')} <span class="count">{[turns[0]?.time, length].filter(Boolean).join(' · ')}</span>
      </summary>
      <div class="timeline">{children}</div>
    </details>
  )
}

export const renderCall = (props: CallFoldProps) => <CallFold key={props.call.id} {...props} />

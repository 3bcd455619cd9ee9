import type { PushView } from '../routes/push.ts'
import { Text, useLanguage } from './language.tsx'

interface PushProps {
  readonly view: PushView
}

/** The section that has this browser notified. Its script finds out what the browser can do, and shows that. */
export function PushSettings({ view: { account, publicKey, isOn } }: PushProps) {
  const { translate } = useLanguage()
  return (
    <section
      class="push"
      id="push"
      aria-labelledby="push-title"
      data-account={account}
      data-key={publicKey}
      data-on={isOn ? 'yes' : undefined}
    >
      <h2 id="push-title">{translate('page.push')}</h2>
      <p class="faint" id="push-text">
        {translate('page.push.text')}
      </p>
      {publicKey === undefined ? (
        <p>
          <Text of="page.push.needs-key" />
        </p>
      ) : (
        <>
          <noscript>
            <p>{translate('page.push.needs-script')}</p>
          </noscript>
          <p data-obstacle="insecure" hidden>
            {translate('page.push.insecure')}
          </p>
          <p data-obstacle="unsupported" hidden>
            {translate('page.push.unsupported')}
          </p>
          <p data-obstacle="blocked" hidden>
            {translate('page.push.blocked')}
          </p>
          <PushChoice isOn={isOn} hidden />
          <output id="push-answer" />
        </>
      )}
    </section>
  )
}

interface PushChoiceProps {
  readonly isOn: boolean
  readonly hidden?: boolean
}

/** The switch. It is hidden until the script knows that the browser can be notified. */
export function PushChoice({ isOn, hidden = false }: PushChoiceProps) {
  const { translate } = useLanguage()
  return (
    <div id="push-choice" hidden={hidden}>
      <label class="check">
        <input type="checkbox" id="push-switch" aria-describedby="push-text" checked={isOn} /> {translate('page.push.switch')}
      </label>
      <button type="button" id="push-try" hidden={!isOn}>
        {translate('page.push.try')}
      </button>
    </div>
  )
}

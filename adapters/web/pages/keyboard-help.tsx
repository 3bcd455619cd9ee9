import type { MessageKey } from '../../../src/core/messages/messages.ts'
import { CloseIcon, KeyboardIcon } from './icons.tsx'
import { useLanguage } from './language.tsx'

/** Control stands for the key that shortcuts are pressed with: Ctrl, or ⌘ on Apple devices, which the script knows. */
const shortcuts: readonly { readonly keys: readonly string[]; readonly label: MessageKey }[] = [
  { keys: ['Enter'], label: 'page.keys.send' },
  { keys: ['Shift', 'Enter'], label: 'page.keys.new-line' },
  { keys: ['/'], label: 'page.keys.commands' },
  { keys: ['↑'], label: 'page.keys.edit-last' },
  { keys: ['Escape'], label: 'page.keys.cancel' },
  { keys: ['Control', 'K'], label: 'page.search.label' },
  { keys: ['Control', '/'], label: 'page.keys' },
]

const names: Readonly<Record<string, MessageKey>> = { Control: 'page.keys.control', Shift: 'page.keys.shift', Escape: 'page.keys.escape' }

/** Opens the list of shortcuts. Shown where there is likely to be a keyboard. */
export function KeyboardHelpButton() {
  const { translate } = useLanguage()
  const label = translate('page.keys')
  return (
    <button
      type="button"
      id="open-keys"
      class="round quiet keys-button"
      aria-keyshortcuts="Control+/ Meta+/"
      aria-label={label}
      title={label}
    >
      <KeyboardIcon />
    </button>
  )
}

/** The list of shortcuts, which the page's script opens. */
export function KeyboardHelp({ isOpen = false }: { readonly isOpen?: boolean }) {
  const { translate } = useLanguage()
  return (
    <dialog id="keys" class="keys" open={isOpen} aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title">{translate('page.keys')}</h2>
        <form method="dialog">
          <button type="submit" class="round quiet" aria-label={translate('page.picture.close')}>
            <CloseIcon />
          </button>
        </form>
      </header>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={label}>
            <dt>{translate(label)}</dt>
            <dd>
              {keys.map((key) => {
                const name = names[key]
                return (
                  <kbd key={key} {...(key === 'Control' && { 'data-control': '' })}>
                    {name ? translate(name) : key}
                  </kbd>
                )
              })}
            </dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}

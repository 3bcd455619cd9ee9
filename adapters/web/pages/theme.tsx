import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Theme, themes } from '../shared/theme.ts'
import { MoonIcon, SunIcon, SystemIcon } from './icons.tsx'
import { useLanguage } from './language.tsx'

/** The theme of the page that is being rendered. */
export const ThemeContext = createContext<Theme>('system')

const icons = { system: SystemIcon, light: SunIcon, dark: MoonIcon }

/** One button for each theme. The page's script changes the theme in place; without it, the form is sent. */
function ThemeButtons({ className }: { readonly className: string }) {
  const { translate } = useLanguage()
  const current = useContext(ThemeContext)
  return (
    <form class={className} method="post" action="/settings/theme/" data-theme-choice aria-label={translate('page.theme')}>
      {themes.map((theme) => {
        const Icon = icons[theme]
        return (
          <button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === current}>
            <Icon />
            {translate(`page.theme.${theme}`)}
          </button>
        )
      })}
    </form>
  )
}

/** The menu in the top bar. */
export function ThemeMenu() {
  const { translate } = useLanguage()
  const label = translate('page.theme')
  return (
    <>
      <button type="button" class="round quiet theme-button" popovertarget="theme-menu" aria-label={label} title={label}>
        <SunIcon />
        <MoonIcon />
      </button>
      <div id="theme-menu" class="menu theme-menu" popover="auto">
        <ThemeButtons className="" />
      </div>
    </>
  )
}

/** The theme among the settings. */
export function ThemeField() {
  const { translate } = useLanguage()
  return (
    <>
      <dt>{translate('page.theme')}</dt>
      <dd>
        <ThemeButtons className="segments" />
        <p class="faint">{translate('page.theme.hint')}</p>
      </dd>
    </>
  )
}

import { type ComponentChildren, createContext, type VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { assetHref } from '../server/assets.ts'
import { colorSchemeOf, type Theme } from '../shared/theme.ts'
import { Emblem } from './icons.tsx'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'
import { scriptTexts } from './script-texts.ts'
import { ThemeContext, ThemeMenu } from './theme.tsx'

interface LayoutProps {
  readonly title: string
  /** The current section. Absent if the user is not signed in. */
  readonly here?: 'continuous' | 'loops' | 'memory' | 'channels' | 'settings'
  /** The script that updates the page. */
  readonly script?: 'page.js' | 'settings.js' | 'offline.js' | 'signed-out.js'
  /** Shown at the end of the top bar. */
  readonly tools?: VNode
  readonly children: ComponentChildren
}

const sections = [
  { key: 'continuous', href: '/continuous/', label: 'page.continuous' },
  { key: 'loops', href: '/loops/', label: 'page.loops' },
  { key: 'memory', href: '/memory/', label: 'page.memory' },
  { key: 'channels', href: '/channels/', label: 'page.channels' },
  { key: 'settings', href: '/settings/', label: 'page.settings' },
] as const

/** The background, which browsers also draw around the page. */
export const paper = { light: '#f8f6f1', dark: '#171614' }
const inScheme = (scheme: keyof typeof paper) => ({ media: `(prefers-color-scheme: ${scheme})` })

/** Whether the reader of a page can read any channel. */
const HasChannels = createContext(false)

/** Changes with the page that browsers keep for the time that the server cannot be reached. */
const OfflineVersion = createContext('')

export function Layout({ title, here, script, tools, children }: LayoutProps) {
  const language = useLanguage()
  const { code, translate } = language
  const hasChannels = useContext(HasChannels) || here === 'channels'
  const theme = useContext(ThemeContext)
  const offlineVersion = useContext(OfflineVersion)
  return (
    // Every language of the catalogue is written from left to right.
    <html lang={code} dir="ltr" data-theme={theme} data-offline={(script && offlineVersion) || undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content={colorSchemeOf(theme)} />
        {theme !== 'dark' && <meta name="theme-color" content={paper.light} {...(theme === 'system' && inScheme('light'))} />}
        {theme !== 'light' && <meta name="theme-color" content={paper.dark} {...(theme === 'system' && inScheme('dark'))} />}
        <meta name="robots" content="noindex" />
        <title>{`${title} · Throughline`}</title>
        <link rel="icon" type="image/svg+xml" href={assetHref('icon.svg')} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={assetHref('page.css')} />
        {here && <script type="module" src={assetHref('theme.js')} />}
        {script && <script type="module" src={assetHref(script)} />}
      </head>
      <body {...(script && { 'data-texts': JSON.stringify(scriptTexts(language)) })}>
        {here && (
          <a class="skip" href="#main">
            {translate('page.skip', { section: here })}
          </a>
        )}
        <header class="bar">
          <a class="wordmark" href="/continuous/">
            <Emblem size={22} />
            <span>Throughline</span>
          </a>
          {here && (
            <nav class="sections" aria-label={translate('page.sections')}>
              {sections
                .filter(({ key }) => key !== 'channels' || hasChannels)
                .map(({ key, href, label }) => (
                  <a key={key} href={href} {...(key === here && { 'aria-current': 'page' as const })}>
                    {translate(label)}
                  </a>
                ))}
            </nav>
          )}
          {here && <ThemeMenu />}
          {tools}
        </header>
        {children}
      </body>
    </html>
  )
}

export interface DocumentReader {
  readonly language: PageLanguage
  readonly hasChannels: boolean
  readonly theme: Theme
  readonly offlineVersion: string
}

export function documentOf({ language, hasChannels, theme, offlineVersion }: DocumentReader, page: ComponentChildren): string {
  const content = (
    <HasChannels.Provider value={hasChannels}>
      <OfflineVersion.Provider value={offlineVersion}>
        <ThemeContext.Provider value={theme}>{page}</ThemeContext.Provider>
      </OfflineVersion.Provider>
    </HasChannels.Provider>
  )
  return `<!doctype html>${renderIn(language, content)}`
}

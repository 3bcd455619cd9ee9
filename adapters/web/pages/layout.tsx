import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { assetHref } from '../server/assets.ts'

interface LayoutProps {
  readonly title: string
  /** The current section. Absent if the user is not signed in. */
  readonly here?: 'continuous' | 'memory' | 'settings'
  /** The script that updates the page. */
  readonly script?: 'page.js' | 'settings.js'
  /** Shown at the end of the top bar. */
  readonly tools?: VNode
  readonly children: ComponentChildren
}

const sections = [
  { key: 'continuous', href: '/continuous/', label: 'Continuous' },
  { key: 'memory', href: '/memory/', label: 'Memory' },
  { key: 'settings', href: '/settings/', label: 'Settings' },
] as const

export function Layout({ title, here, script, tools, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f6f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171614" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href={assetHref('icon.svg')} />
        <link rel="stylesheet" href={assetHref('page.css')} />
        {script && <script type="module" src={assetHref(script)} />}
      </head>
      <body>
        {here && (
          <a class="skip" href="#main">
            Skip to the {here === 'continuous' ? 'conversation' : 'content'}
          </a>
        )}
        <header class="bar">
          <a class="wordmark" href="/continuous/">
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
              <path d="M12 1v22" />
              <circle cx="12" cy="4.5" r="2.2" />
              <circle cx="12" cy="19.5" r="2.2" />
              <circle class="now" cx="12" cy="12" r="4.2" />
            </svg>
            <span>Throughline</span>
          </a>
          {here && (
            <nav class="sections" aria-label="Sections">
              {sections.map(({ key, href, label }) => (
                <a key={key} href={href} {...(key === here && { 'aria-current': 'page' as const })}>
                  {label}
                </a>
              ))}
            </nav>
          )}
          {tools}
        </header>
        {children}
      </body>
    </html>
  )
}

export function documentOf(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`
}

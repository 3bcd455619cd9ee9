import type { UserId } from '../../../src/core/domain/ids.ts'
import { versionOf } from '../views/version.ts'
import { SendIcon } from './icons.tsx'
import { type PageLanguage, useLanguage } from './language.tsx'
import { documentOf, Layout } from './layout.tsx'

/** Stands in for a page while the server cannot be reached. The browser keeps it, so it says nothing of the conversation. */
export function OfflinePage({ account }: { readonly account: UserId }) {
  const { translate } = useLanguage()
  const title = translate('page.offline.title')
  return (
    <Layout title={title} script="offline.js">
      <main class="single offline" id="main" data-account={account}>
        <h1>{title}</h1>
        <p role="status">{translate('page.offline.text')}</p>
        <p>
          <button type="button" id="again">
            {translate('page.script.again')}
          </button>
        </p>
        <div id="waiting" class="queued" />
        <form id="box" class="box" autocomplete="off">
          <textarea
            id="text"
            name="text"
            rows={1}
            dir="auto"
            maxLength={16_000}
            placeholder={translate('page.box.placeholder')}
            aria-label={translate('page.box.label')}
          />
          <button type="submit" class="round primary" aria-label={translate('page.box.send')} title={translate('page.box.send-enter')}>
            <SendIcon />
          </button>
        </form>
      </main>
    </Layout>
  )
}

const versions = new WeakMap<PageLanguage, string>()

/** Returns a text that changes with what the page shows in a language, so that browsers replace the one that they keep. */
export function offlineVersionOf(language: PageLanguage): string {
  const known = versions.get(language)
  if (known !== undefined) return known
  const page = documentOf({ language, hasChannels: false, theme: 'system', offlineVersion: '' }, <OfflinePage account={0 as UserId} />)
  const version = versionOf(page)
  versions.set(language, version)
  return version
}

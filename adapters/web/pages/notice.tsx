import type { ComponentChildren } from 'preact'
import { Emblem } from './icons.tsx'
import { Text, useLanguage } from './language.tsx'
import { Layout } from './layout.tsx'

interface NoticeProps {
  readonly title: string
  /** The script of the page. */
  readonly script?: 'signed-out.js'
  readonly children: ComponentChildren
}

/** A page with a single statement. */
function Notice({ title, script, children }: NoticeProps) {
  return (
    <Layout title={title} {...(script && { script })}>
      <main class="single notice-page" id="main">
        <Emblem size={48} />
        <h1>{title}</h1>
        {children}
      </main>
    </Layout>
  )
}

export function SignedOutPage() {
  const { translate } = useLanguage()
  return (
    <Notice title={translate('page.signed-out.title')} script="signed-out.js">
      <p>{translate('page.signed-out.text')}</p>
      <ul>
        <li>{translate('page.signed-out.here')}</li>
        <li>
          <Text of="page.signed-out.elsewhere" />
        </li>
      </ul>
    </Notice>
  )
}

export function SignInPage({ action }: { readonly action: string }) {
  const { translate } = useLanguage()
  return (
    <Notice title={translate('page.first.title')}>
      <p>{translate('page.sign-in.text')}</p>
      <form method="post" action={action}>
        <button type="submit" class="primary">
          {translate('page.sign-in.button')}
        </button>
      </form>
      <p class="faint">
        <Text of="page.sign-in.again" />
      </p>
    </Notice>
  )
}

export function SpentLinkPage() {
  const { translate } = useLanguage()
  return (
    <Notice title={translate('page.spent.title')}>
      <p>{translate('page.spent.text')}</p>
      <p>
        <Text of="page.spent.new" />
      </p>
      <p>
        <a href="/continuous/">{translate('page.spent.open')}</a>
      </p>
    </Notice>
  )
}

export function ErrorPage({ sentence }: { readonly sentence: string }) {
  const { translate } = useLanguage()
  return (
    <Notice title={translate('page.error.title')}>
      <p>{sentence}</p>
      <p>
        <a href="/continuous/">{translate('page.error.back')}</a>
      </p>
    </Notice>
  )
}

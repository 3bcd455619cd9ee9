import type { ComponentChildren } from 'preact'
import { Layout } from './layout.tsx'

interface NoticeProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** A page with a single statement. */
function Notice({ title, children }: NoticeProps) {
  return (
    <Layout title={`${title} · Throughline`}>
      <main class="single" id="main">
        <h1>{title}</h1>
        {children}
      </main>
    </Layout>
  )
}

export const SignedOutPage = () => (
  <Notice title="Sign in with a link">
    <p>Open this page with your personal sign-in link.</p>
    <ul>
      <li>On this machine, Throughline prints the link in its terminal each time it starts.</li>
      <li>
        Anywhere else, send <code>/web</code> to the bot, on Telegram for example. It replies with a link that works once, within 15
        minutes.
      </li>
    </ul>
  </Notice>
)

export const SignInPage = ({ action }: { readonly action: string }) => (
  <Notice title="Welcome">
    <p>Press the button to open your conversation in this browser. The link works once.</p>
    <form method="post" action={action}>
      <button type="submit" class="primary">
        Sign in
      </button>
    </form>
  </Notice>
)

export const SpentLinkPage = () => (
  <Notice title="This link no longer works">
    <p>A sign-in link works once and expires. This one was used or has expired.</p>
    <p>
      To get a new one, send <code>/web</code> to the bot, or restart Throughline and open the link that it prints.
    </p>
    <p>
      <a href="/continuous/">Already signed in? Open your conversation.</a>
    </p>
  </Notice>
)

export const ErrorPage = ({ sentence }: { readonly sentence: string }) => (
  <Notice title="That did not work">
    <p>{sentence}</p>
    <p>
      <a href="/continuous/">Back to the conversation</a>
    </p>
  </Notice>
)

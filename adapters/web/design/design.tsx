import type { ComponentChildren } from 'preact'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import { Calendar } from '../pages/calendar.tsx'
import { VoiceNoteButton } from '../pages/composer.tsx'
import { PastDayFoot } from '../pages/continuous.tsx'
import { AttachIcon, SearchIcon, SendIcon, StopIcon } from '../pages/icons.tsx'
import { KeyboardHelp } from '../pages/keyboard-help.tsx'
import { useLanguage } from '../pages/language.tsx'
import { Layout } from '../pages/layout.tsx'
import { NewSinceMark } from '../pages/marks.tsx'
import { messageFragment, TimelineItems } from '../pages/message.tsx'
import { PushChoice } from '../pages/push.tsx'
import { themes } from '../shared/theme.ts'
import { htmlOf } from '../views/markdown.ts'
import { sampleMonth, samplePast } from './sample-days.ts'
import { newestReply, sampleMessages } from './sample-messages.ts'

interface SampleProps {
  readonly title: string
  readonly children: ComponentChildren
}

function Sample({ title, children }: SampleProps) {
  return (
    <section class="sample">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Every component in every state, for those who change the styles. It is in English only. */
export function DesignPage() {
  return (
    <Layout title="Design" here="settings">
      <main id="main" class="design">
        <h1>Design</h1>
        <Type />
        <Buttons />
        <Fields />
        <Composer />
        <Surfaces />
        <Feedback />
        <Sample title="Calendar">
          <Calendar view={sampleMonth} />
        </Sample>
        <Sample title="Messages">
          <div class="timeline">
            <TimelineItems
              items={sampleMessages.map((shown) => ({ type: 'message', shown }))}
              today={sampleMonth.today}
              timezone="UTC"
              open={false}
              highlighted={7 as MessageId}
            />
            <Unsent />
            <NewSinceMark />
            <NewestReply />
          </div>
          <PastDayFoot view={samplePast} />
        </Sample>
        <Sample title="Keyboard help">
          <KeyboardHelp isOpen />
        </Sample>
        <Sample title="Notifications">
          <p class="faint" id="push-text">
            The switch of the settings
          </p>
          <PushChoice isOn />
        </Sample>
      </main>
    </Layout>
  )
}

const Type = () => (
  <Sample title="Type">
    <h1>The title of a page</h1>
    <h2>The title of a section</h2>
    <h3>The title of an item</h3>
    <p class="overline">The title of a list</p>
    <p>
      Text with <a href="#main">a link in it</a>, <code>code</code>, a key <kbd>Enter</kbd> and what was <mark>found</mark>.
    </p>
    <p class="faint">Faint text</p>
    <p class="problem">A problem</p>
  </Sample>
)

const kinds = ['', 'primary', 'quiet', 'danger'] as const

const Buttons = () => (
  <Sample title="Buttons">
    {kinds.map((kind) => (
      <div key={kind} class="buttons">
        <button type="button" class={kind}>
          {kind || 'button'}
        </button>
        <button type="button" class={kind} disabled>
          disabled
        </button>
        <button type="button" class={kind} aria-busy="true">
          busy
        </button>
        <a class={`button ${kind}`} href="#main">
          as a link
        </a>
      </div>
    ))}
    <div class="buttons">
      <button type="button" class="round primary" aria-label="send">
        <SendIcon />
      </button>
      <button type="button" class="round" aria-label="stop">
        <StopIcon />
      </button>
      <button type="button" class="round primary" aria-label="disabled" disabled>
        <SendIcon />
      </button>
    </div>
  </Sample>
)

const Fields = () => (
  <Sample title="Fields">
    <div class="field">
      <label for="sample-text">Text</label>
      <input id="sample-text" placeholder="A placeholder" />
      <p class="faint">A hint</p>
    </div>
    <div class="field">
      <label for="sample-wrong">With a problem</label>
      <input id="sample-wrong" value="not an address" aria-invalid />
      <p class="problem">Enter an address that begins with https://</p>
    </div>
    <div class="field">
      <label for="sample-disabled">Disabled</label>
      <input id="sample-disabled" value="cannot be changed" disabled />
    </div>
    <div class="field">
      <label for="sample-select">Selection</label>
      <select id="sample-select">
        <option>English</option>
        <option>Deutsch</option>
      </select>
    </div>
    <div class="field">
      <label for="sample-long">Several lines</label>
      <textarea id="sample-long" rows={3} />
    </div>
    <div class="field">
      <label for="sample-date">Date</label>
      <input id="sample-date" type="date" />
    </div>
    <div class="field">
      <label for="sample-range">Range</label>
      <input id="sample-range" type="range" />
    </div>
    <div class="field">
      <label for="sample-file">File</label>
      <input id="sample-file" type="file" />
    </div>
    <label class="check">
      <input type="checkbox" checked /> A box
    </label>
    <label class="check">
      <input type="radio" checked /> A choice
    </label>
    <div class="segments">
      {themes.map((theme) => (
        <button key={theme} type="button" aria-pressed={theme === 'light'}>
          {theme}
        </button>
      ))}
    </div>
  </Sample>
)

const Surfaces = () => (
  <Sample title="Surfaces">
    <div class="card">A card</div>
    <a class="card sample-link" href="#main">
      A card that is a link
    </a>
    <ul class="list">
      <li>
        A row <span class="badge">badge</span> <span class="badge on">on</span> <span class="badge warn">warning</span>
      </li>
      <li>
        Another row <span class="count">12</span>
      </li>
    </ul>
    <nav class="chips" aria-label="chips">
      <a href="#main" aria-current="true">
        chosen
      </a>
      <a href="#main">chip</a>
    </nav>
    <div class="menu">
      <button type="button" aria-pressed="true">
        <SearchIcon /> The chosen one
      </button>
      <button type="button">Another one</button>
      <button type="button" disabled>
        Disabled
      </button>
    </div>
    <dialog open>
      <h2>A dialog</h2>
      <p>It asks one question.</p>
      <div class="buttons">
        <button type="button">Cancel</button>
        <button type="button" class="primary">
          Go on
        </button>
      </div>
    </dialog>
  </Sample>
)

const Feedback = () => (
  <Sample title="Feedback">
    <p class="banner">A banner</p>
    <p class="banner warn">A banner with a warning</p>
    <div class="toast">
      A toast <button type="button">Undo</button>
    </div>
    <progress max={3} value={2} aria-label="two thirds" />
    <progress aria-label="unknown" />
    <meter value={0.4} aria-label="two fifths" />
    <div class="dots">
      <span />
      <span />
      <span />
    </div>
    <div class="card sample-working working">A card whose content is being made</div>
  </Sample>
)

/** While a voice note is recorded. */
const Composer = () => (
  <Sample title="Message box">
    <form class="box">
      <button type="button" class="round quiet" aria-label="attach">
        <AttachIcon />
      </button>
      <textarea rows={1} aria-label="message" placeholder="Write a message" />
      <VoiceNoteButton recorded="0:07" />
      <button type="button" class="round primary" aria-label="send">
        <SendIcon />
      </button>
    </form>
  </Sample>
)

/** The script marks it as the newest, and shows the button to write it anew. */
function NewestReply() {
  const html = messageFragment(useLanguage(), newestReply, sampleMonth.today).html
  const shown = html.replace('class="message ', 'class="message newest ').replace(/(data-newest(="\w*")?) hidden/, '$1')
  return <div class="sample-newest" dangerouslySetInnerHTML={{ __html: shown }} />
}

/** What the script shows, and the server does not render. */
function Unsent() {
  const { translate } = useLanguage()
  return (
    <>
      <article class="message user pending">
        <div class="body prose">Being sent</div>
        <footer>{translate('page.script.sending')}</footer>
      </article>
      <article class="message user failed">
        <div class="body prose">Not sent</div>
        <footer>
          <span class="problem">{translate('page.script.not-sent')}</span>
          <button type="button" class="quiet">
            {translate('page.script.again')}
          </button>
        </footer>
      </article>
      <div class="writing preview prose" dangerouslySetInnerHTML={{ __html: htmlOf('A reply that is being', translate) }} />
    </>
  )
}

import { newId, post, sentenceOf } from '../lib/post.ts'
import { text } from '../lib/texts.ts'
import type { DayTimeline } from '../timeline/timeline.ts'
import type { BoxSubject } from './subject.ts'

/** Shows a message at once and sends it. Offers to try again if that fails. The stored message replaces it. */
export function sendMessage(timeline: DayTimeline, written: string, { replyTo, quote }: BoxSubject): void {
  const id = newId()
  const row = document.createElement('article')
  row.className = 'message user pending'
  row.dataset['pending'] = id
  const state = document.createElement('footer')
  if (replyTo !== undefined) row.append(quoteOf(replyTo, quote))
  row.append(bodyOf(written), state)
  document.querySelector('#empty')?.remove()
  timeline.list.append(row)
  timeline.toEnd()

  const attempt = async () => {
    row.classList.remove('failed')
    row.classList.add('pending')
    state.textContent = text('page.script.sending')
    try {
      await post('/continuous/add-message/', { id, text: written, reply_to: replyTo })
      state.textContent = text('page.script.sent')
      row.classList.remove('pending')
    } catch (error) {
      row.classList.remove('pending')
      row.classList.add('failed')
      state.replaceChildren(...describeFailure(error, attempt))
    }
  }
  void attempt()
}

function bodyOf(written: string): HTMLElement {
  const body = document.createElement('div')
  body.className = 'body prose'
  body.dir = 'auto'
  for (const line of written.split('\n')) {
    if (body.firstChild) body.append(document.createElement('br'))
    body.append(line)
  }
  return body
}

/** The message replied to, as the server shows it. */
function quoteOf(id: number, excerpt: string): HTMLElement {
  const quote = document.createElement('a')
  quote.className = 'quote'
  quote.href = `/continuous/?message=${id}#m${id}`
  quote.dir = 'auto'
  quote.dataset['quotes'] = String(id)
  quote.textContent = excerpt
  return quote
}

function describeFailure(error: unknown, attempt: () => void): readonly HTMLElement[] {
  const problem = document.createElement('span')
  problem.className = 'problem'
  problem.setAttribute('role', 'alert')
  problem.textContent = `${text('page.script.not-sent')} ${sentenceOf(error)}`
  const again = document.createElement('button')
  again.type = 'button'
  again.className = 'quiet'
  again.textContent = text('page.script.again')
  again.addEventListener('click', attempt)
  return [problem, again]
}

import { find, need, toElement } from '../lib/dom.ts'
import { getAnswer } from '../lib/post.ts'
import { text } from '../lib/texts.ts'

/** What the box is about: the message replied to or changed, if any. */
interface BoxSubject {
  readonly replyTo?: number
  readonly edits?: number
  /** The beginning of the message replied to. */
  readonly quote: string
}

interface SubjectAnswer {
  readonly html: string
  /** The text to change. */
  readonly text?: string
}

interface SubjectDeps {
  readonly box: HTMLTextAreaElement
  readonly fill: (text: string) => void
  /** Says a sentence below the box. */
  readonly say: (sentence: string) => void
  /** Returns what was being written before the page was opened to change a message. */
  readonly readDraft: () => string
}

/** The line above the box that names the message replied to or changed. Its links work without this script, too. */
export function createSubject({ box, fill, say, readDraft }: SubjectDeps) {
  const form = need('#box', HTMLFormElement)
  /** What was in the box before a message was to be changed. */
  let before: string | undefined
  let opening: Promise<boolean> | undefined

  const findLine = () => document.querySelector('#subject')
  const isEditing = () => find('#subject input[name="edits"]', HTMLInputElement) !== undefined

  const remove = () => {
    findLine()?.remove()
    if (location.search) history.replaceState(null, '', '/continuous/')
  }
  /** Takes the line back. What was being written before is in the box again. */
  const cancel = () => {
    const wasEditing = isEditing()
    remove()
    if (wasEditing) fill(before ?? readDraft())
    before = undefined
    box.focus()
  }
  const open = (href: string) => {
    box.focus()
    say('')
    // What is typed before the text to change is there would be lost in it.
    box.readOnly = new URL(href).searchParams.has('edit')
    opening = load(href).finally(() => {
      opening = undefined
      box.readOnly = false
    })
  }
  /** Returns whether the line was opened. */
  const load = async (href: string): Promise<boolean> => {
    const { answer, problem } = await getAnswer<SubjectAnswer>(`/continuous/box-subject/${new URL(href).search}`)
    // The page of that address says why there is none.
    if (problem !== undefined) location.assign(href)
    else if (!answer) say(text('page.script.unreachable'))
    if (!answer) return false
    if (isEditing()) cancel()
    remove()
    const written = box.value
    form.before(toElement(answer.html))
    if (answer.text !== undefined) {
      fill(answer.text)
      before = written
    }
    return true
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const isCancel = link.closest('#subject') !== null
    if (!isCancel && !/^\/continuous\/\?(reply|edit)=/.test(link.getAttribute('href') ?? '')) return
    event.preventDefault()
    if (isCancel) cancel()
    else open(link.href)
  })

  return {
    isEditing,
    /** Whether a line that is being loaded gets opened. What is sent waits for it, and stays in the box if it does not. */
    opening: () => opening,
    isOpen: () => findLine() !== null,
    cancel,
    read(): BoxSubject {
      const input = find('#subject input', HTMLInputElement)
      const quote = document.querySelector('#subject [data-quotes]')?.textContent ?? ''
      if (!input) return { quote }
      return input.name === 'edits' ? { edits: Number(input.value), quote } : { replyTo: Number(input.value), quote }
    },
    /** The message was sent. What was being written before a change is in the box again. */
    close(): void {
      if (isEditing()) fill(before ?? readDraft())
      remove()
      before = undefined
    },
    /** Opens the last message that the user wrote on the page. */
    editLast(): void {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('#timeline .message.user [data-edit]')].at(-1)
      if (link) open(link.href)
    },
  }
}

import { find } from '../lib/dom.ts'
import { getJson, post, sentenceOf } from '../lib/post.ts'
import { text } from '../lib/texts.ts'

/** In ms. How often, and for how long, to check for a summary that is being rewritten. */
const checkMs = 1_000
const giveUpMs = 180_000

const sentences = {
  waiting: text('page.script.still-rewriting'),
  failed: text('page.script.not-rewritten'),
  done: text('page.script.rewritten'),
}

type RewriteProgress = keyof typeof sentences

interface SummaryAnswer {
  readonly html: string
  readonly updatedAt: string | null
  readonly progress?: RewriteProgress
}

/** Keeps the summaries of the days that are shown up to date, and rewrites them on request. */
export function enableSummary() {
  const shown = (day: string) => find(`.summary[data-day="${CSS.escape(day)}"]`, HTMLElement)

  /** Shows the current summary of a day. `since` is when a new one was requested. */
  const refresh = async (day: string, since?: string): Promise<RewriteProgress> => {
    // Days that have joined the page show theirs in another form.
    const joined = shown(day)?.id === '' && { joined: 'yes' }
    const query = new URLSearchParams({ ...(since && { since }), ...joined })
    const answer = await getJson<SummaryAnswer>(`/continuous/day/${day}/summary/?${query}`)
    if (!answer) return 'waiting'
    const { html, updatedAt, progress } = answer
    const isNew = updatedAt !== (shown(day)?.dataset['updated'] ?? null)
    if (isNew || progress !== 'waiting') replaceWith(day, html)
    return progress ?? 'done'
  }

  /** Keeps a collapsed summary collapsed. */
  const replaceWith = (day: string, html: string) => {
    const before = shown(day)?.querySelector('details')
    shown(day)?.replaceWith(document.createRange().createContextualFragment(html))
    const after = shown(day)?.querySelector('details')
    if (before && after) after.open = before.open
  }

  const say = (day: string, sentence: string) => {
    const state = shown(day)?.querySelector('.summary-state')
    if (state) state.textContent = sentence
  }

  const findButton = (day: string) => {
    const section = shown(day)
    return section && find('.regenerate', HTMLButtonElement, section)
  }

  const regenerate = async (day: string) => {
    const button = findButton(day)
    if (button) button.disabled = true
    shown(day)?.classList.add('working')
    say(day, text('page.script.rewriting'))
    let progress: RewriteProgress = 'waiting'
    try {
      const { since } = await post<{ since: string }>('/continuous/regenerate-summary/', { day })
      for (const end = Date.now() + giveUpMs; progress === 'waiting' && Date.now() < end; ) {
        await new Promise((resolve) => setTimeout(resolve, checkMs))
        progress = await refresh(day, since)
      }
      say(day, sentences[progress])
    } catch (error) {
      say(day, sentenceOf(error))
    }
    shown(day)?.classList.remove('working')
    const after = findButton(day)
    if (after) after.disabled = false
    // The replaced button may have had the focus. Moves it to the new one.
    if (document.activeElement === document.body) after?.focus({ preventScroll: true })
  }

  document.addEventListener('click', ({ target }) => {
    const section = target instanceof Element && target.closest('.regenerate') ? target.closest<HTMLElement>('.summary') : null
    if (section) void regenerate(section.dataset['day'] ?? '')
  })

  return {
    /** `days` are the days whose summary was rewritten. */
    refreshIfOf(days: readonly string[]) {
      for (const day of days) if (shown(day) && !shown(day)?.classList.contains('working')) void refresh(day)
    },
  }
}

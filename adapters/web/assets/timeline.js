import { countSteps, foldOf, isStep } from './steps.js'
import { locale } from './texts.js'

/**
 * @typedef {object} Fragment A message as the server sends it.
 * @property {number} id
 * @property {string} day
 * @property {string} order Sorts as text.
 * @property {boolean} answers Whether the bot wrote it.
 * @property {string} html
 * @property {string} quote What replies show of it.
 * @property {{ id: string, html: string }} [call] The call that it is a turn of, with a fold for its turns.
 */

/** In pixels. Up to this distance from its end, the page counts as scrolled to the end. */
const nearEnd = 160

/** @param {{ day: string, isLive: boolean }} page */
export function createTimeline({ day, isLive }) {
  const list = /** @type {HTMLElement} */ (document.querySelector('#timeline'))
  const toEndButton = document.querySelector('#to-end')

  const isAtEnd = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - nearEnd
  const toEnd = () => window.scrollTo({ top: document.documentElement.scrollHeight })

  toEndButton?.addEventListener('click', toEnd)
  document.addEventListener('scroll', () => toEndButton?.toggleAttribute('hidden', isAtEnd()), { passive: true })

  /** Runs a change that makes the page longer. If the page was scrolled to the end, keeps it there. @param {() => void} change */
  const followEnd = (change) => {
    const follow = isAtEnd()
    change()
    if (follow) toEnd()
  }

  /** @param {Fragment} fragment */
  const placeOne = ({ id, order, html, day: ownDay, call }) => {
    const element = elementOf(html)
    const shown = document.getElementById(`m${id}`) ?? pendingOf(element)
    if (shown?.dataset.order === order) {
      if (!shown.querySelector('.badge')) element.querySelector('.badge')?.remove()
      shown.replaceWith(element)
      const fold = element.closest('.steps')
      if (fold) countSteps(fold)
      return
    }
    shown?.remove()
    // Searches from the end, where nearly all messages belong. Messages that are being sent stay last.
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[data-order]'))]
    const before = rows.findLast((row) => keyOf(row.dataset) < keyOf({ day: ownDay, order }))
    // The label of a place is shown once per run of messages.
    if (before && before.dataset.from === element.dataset.from) element.querySelector('.badge')?.remove()
    const shownCall = call && [...list.querySelectorAll(`[data-call="${CSS.escape(call.id)}"]`)].at(-1)
    if (shownCall) return placeTurn(shownCall, element, { day: ownDay, order })
    const steps = before?.closest('.steps')
    const fold = steps ?? before?.closest('.call')
    if (steps && before?.dataset.day === ownDay && isStep(element)) {
      before.after(element)
      return countSteps(steps)
    }
    const placed = call ? callOf(call.html, element) : element.dataset.step ? foldOf(element) : element
    if (before) (fold ?? before).after(placed)
    else if (rows[0]) (rows[0].closest('.steps, .call') ?? rows[0]).before(placed)
    else list.prepend(placed)
    const lastDay = before?.dataset.day ?? day
    if (ownDay > lastDay) placed.before(dayMark(ownDay))
  }

  /** The row that was shown while the message was being sent. @param {HTMLElement} element */
  const pendingOf = (element) =>
    element.dataset.sentAs
      ? /** @type {HTMLElement | null} */ (list.querySelector(`[data-pending="${CSS.escape(element.dataset.sentAs)}"]`))
      : null

  /** @param {readonly Fragment[]} fragments */
  const place = (fragments) =>
    followEnd(() => {
      // The page of today continues past midnight and may start before it. The page of an earlier day shows only that day.
      const first = /** @type {HTMLElement | null} */ (list.querySelector('[data-order]'))
      const isShown = (/** @type {Fragment} */ fragment) =>
        fragment.day === day || (isLive && keyOf(fragment) >= (first ? keyOf(first.dataset) : day))
      const own = fragments.filter(isShown)
      if (own.length > 0) document.querySelector('#empty')?.remove()
      for (const fragment of own) placeOne(fragment)
      for (const { id, quote } of fragments) updateQuotes(id, quote)
    })

  /** Shows the messages of the day before the oldest that is shown. @param {HTMLButtonElement} button */
  const placeEarlier = async (button) => {
    button.disabled = true
    const response = await fetch(`/continuous/messages/?before=${button.dataset.before}`).catch(() => undefined)
    button.disabled = false
    if (!response?.ok) return
    const { messages, more } = await response.json()
    const height = document.documentElement.scrollHeight
    for (const fragment of messages) placeOne(fragment)
    window.scrollBy(0, document.documentElement.scrollHeight - height)
    if (more) button.dataset.before = messages[0].id
    else button.remove()
  }

  return { list, place, placeEarlier, followEnd, toEnd }
}

/** @param {string} html */
function elementOf(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  return /** @type {HTMLElement} */ (template.content.firstElementChild)
}

/** The fold of a call that holds its first turn. @param {string} html @param {HTMLElement} turn */
function callOf(html, turn) {
  const fold = elementOf(html)
  fold.querySelector('.timeline')?.append(turn)
  return fold
}

/** Places a turn of a call among those that are in its fold. @param {Element} fold @param {HTMLElement} turn @param {{ day: string, order: string }} position */
function placeTurn(fold, turn, position) {
  const turns = [.../** @type {NodeListOf<HTMLElement>} */ (fold.querySelectorAll('[data-order]'))]
  const before = turns.findLast((row) => keyOf(row.dataset) < keyOf(position))
  if (before) before.after(turn)
  else fold.querySelector('.timeline')?.prepend(turn)
}

/** Sorts as text, by day first, because a reply to a message from before midnight belongs above the mark of the new day. */
const keyOf = (/** @type {{ day?: string | undefined, order?: string | undefined }} */ { day, order }) => `${day} ${order}`

/** A reply may be shown on the page of another day than what it quotes. @param {number} id @param {string} quote */
function updateQuotes(id, quote) {
  for (const shown of document.querySelectorAll(`[data-quotes="${id}"]`)) shown.textContent = quote
}

/** @param {string} day */
function dayMark(day) {
  const mark = document.createElement('p')
  mark.className = 'mark'
  const title = document.createElement('span')
  title.textContent = new Date(`${day}T12:00:00Z`).toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  mark.append(title)
  return mark
}

type ElementClass<E extends Element> = abstract new (...args: never) => E

/** Returns the first element that a selector finds, of the given class. Undefined if there is none. */
export function find<E extends Element>(selector: string, type: ElementClass<E>, within: ParentNode = document): E | undefined {
  const found = within.querySelector(selector)
  return found instanceof type ? found : undefined
}

/** Returns an element that every such page has. */
export function need<E extends Element>(selector: string, type: ElementClass<E>, within: ParentNode = document): E {
  const found = find(selector, type, within)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

/** Returns all elements that a selector finds. */
export function findAll<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E[] {
  return [...within.querySelectorAll<E>(selector)]
}

/** Returns the rows of a timeline that a selector finds, also in folds. Skips what is inside messages, because a day may have thousands. */
export function findRows(selector: string, within: Element): HTMLElement[] {
  return [...within.children].flatMap((child) => [
    ...(child instanceof HTMLElement && child.matches(selector) ? [child] : []),
    ...(child.classList.contains('message') ? [] : findRows(selector, child)),
  ])
}

/** Makes the elements that HTML from the server describes. */
export function toElements(html: string): HTMLElement[] {
  const template = document.createElement('template')
  template.innerHTML = html
  return [...template.content.children].filter((element) => element instanceof HTMLElement)
}

/** Makes the one element that HTML from the server describes. */
export function toElement(html: string): HTMLElement {
  const [element] = toElements(html)
  if (!element) throw new Error('The server sent no element.')
  return element
}

/** Runs something after some ms. Returns what cancels that. */
export function runLater(ms: number, run: () => void): () => void {
  const timer = window.setTimeout(run, ms)
  return () => clearTimeout(timer)
}

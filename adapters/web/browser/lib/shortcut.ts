const isApple = /^(Mac|iP)/.test(navigator.platform)

/**
 * Whether a key is pressed together with Ctrl, or with ⌘ on Apple devices. Single characters are no shortcuts, because dictation software
 * types whole words (WCAG 2.1.4).
 */
export function isShortcut({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, wanted: string): boolean {
  return key.toLowerCase() === wanted && !altKey && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey)
}

/** What the key of shortcuts is called, if it is not Ctrl. */
export const controlName = isApple ? '⌘' : undefined

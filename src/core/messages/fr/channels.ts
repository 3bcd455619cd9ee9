export const channels = {
  'channel.help': 'Pour qui gère ce salon : en tenir le journal, ou arrêter ; optout est pour tout le monde',
  'channel.action': 'on, off, erase, keep, timezone, related, optout ou optin ; sinon, montre où il en est',
  'channel.value': 'keep : des jours comme 90d, ou always ; timezone : Région/Ville ; related : #salon ou none',
  'summarize.help': 'Résumer ce qui s’est dit dans ce salon : /summarize les deux dernières heures',
  'summarize.range': 'Les deux dernières heures, depuis lundi, hier ; sinon, les dernières 24 heures',
  'rebuild.help': 'Pour qui gère ce salon : refaire tous ses résumés',
  'history.help': 'Pour qui gère ce salon : ajouter au journal ce qui s’y est dit avant : /history 30d',
  'history.days': 'Jusqu’où remonter, comme 30d ; sinon, 7 jours',
  'channel.sharedOnly': 'Cette commande est pour les salons et les groupes. Écris-la là-bas.',
  'channel.managersOnly': 'Seuls ceux qui gèrent ce salon sur {platform}, et les propriétaires de ce bot, peuvent faire ça.',
  'channel.managersUnknown': '{platform} ne m’a pas dit si tu gères ce salon. Réessaie dans un instant.',
  'channel.unsupported': 'Je ne peux pas tenir le journal des salons sur {platform}.',
  'channel.neverOn': 'Ce salon n’a pas de journal. Ceux qui le gèrent peuvent l’activer avec /channel on.',
  'channel.status':
    'Le journal de ce salon est {state, select, on {**activé**} other {**désactivé** pour le moment, mais conservé}} : {messages, plural, one {# message} other {# messages}} et {summaries, plural, one {# résumé} other {# résumés}}. Le fuseau horaire est {timezone}. {keep, plural, =0 {Les messages sont conservés} one {Les messages sont supprimés après # jour, leurs résumés restent} other {Les messages sont supprimés après # jours, leurs résumés restent}}.{optedOut, select, yes { Rien de ce que tu écris ici n’entre dans le journal : /channel optin change ça.} other { Pour que rien de ce que tu écris ici n’entre dans le journal, envoie /channel optout.}}',
  'channel.announcement':
    '**Je tiens désormais le journal de ce salon**, comme {name} me l’a demandé : ce que chacun écrit ici, quand, et avec combien d’images et de fichiers. Je peux ainsi répondre comme quelqu’un qui était là. Seules les personnes qui peuvent lire ce salon y ont accès.{days, plural, =0 {} one { Je lis aussi ce qui a été écrit ici durant le dernier jour.} many { Je lis aussi ce qui a été écrit ici durant les # derniers jours.} other { Je lis aussi ce qui a été écrit ici durant les # derniers jours.}}\n\n- Tu ne veux pas être dans le journal ? Envoie `/channel optout`.\n- `/forget` supprime ce que tu as écrit, et `/export` te le donne, même si tu ne me parles jamais.\n- Pour me demander quelque chose, mentionne-moi.',
  'channel.on': 'Le journal de ce salon commence maintenant. Je l’ai annoncé à tout le monde ici. `/channel off` l’arrête.',
  'channel.alreadyOn': 'Je tiens déjà le journal de ce salon. `/channel off` l’arrête.',
  'channel.noAccess':
    'Je ne peux pas encore lire ce salon sur {platform}. Ajoute-moi, et laisse-moi lire ses messages et leur historique. Envoie ensuite `/channel on` de nouveau.',
  'channel.notDelivered':
    'Sur {platform}, je ne reçois que ce qui m’est adressé : il n’y a donc encore rien à mettre dans le journal. {remedy} Envoie ensuite `/channel on` de nouveau.',
  'channel.hint.discord':
    'Active « Message Content » pour le bot dans le portail des développeurs de Discord, définis DISCORD_MESSAGE_CONTENT=on et redémarre-moi.',
  'channel.hint.telegram':
    'Nomme-moi administrateur de ce groupe, ou désactive mon mode de confidentialité avec /setprivacy auprès de @BotFather et ajoute-moi de nouveau.',
  'channel.hint.slack':
    'Donne à l’application les autorisations et les événements de son manifeste, réinstalle-la et invite-moi dans ce salon.',
  'channel.off': 'Je ne tiens plus le journal de ce salon. Il est conservé : `/channel on` le continue, et `/channel erase` le supprime.',
  'channel.offNotice': '**Je ne tiens plus le journal de ce salon.** Il est conservé, pour ceux qui peuvent lire ce salon.',
  'channel.alreadyOff': 'Je ne tiens pas le journal de ce salon. Ce qu’il contient est conservé : `/channel erase` le supprime.',
  'channel.erasePreview':
    'Ceci supprime le journal de ce salon pour tout le monde : {messages, plural, one {# message} other {# messages}} et {summaries, plural, one {# résumé} other {# résumés}}. Ceci arrête aussi le journal. Ce que chacun m’a dit reste dans sa propre conversation. C’est irréversible.',
  'channel.eraseButton': 'Supprimer le journal',
  'channel.erased': 'Le journal de ce salon est supprimé, avec tous ses résumés.',
  'channel.eraseNotice': '**J’ai supprimé le journal de ce salon** avec tous ses résumés, et je ne le tiens plus.',
  'channel.keepForm': 'Écris un nombre de jours après keep, comme `/channel keep 90d`, ou `/channel keep always`.',
  'channel.keep':
    '{days, plural, =0 {Les messages de ce salon sont désormais conservés.} one {Les messages de ce salon sont supprimés après # jour. Leurs résumés restent.} other {Les messages de ce salon sont supprimés après # jours. Leurs résumés restent.}}',
  'channel.keepNotice':
    '**{days, plural, =0 {Je conserve désormais les messages de ce salon.} one {Je supprime les messages de ce salon après # jour. Leurs résumés restent.} other {Je supprime les messages de ce salon après # jours. Leurs résumés restent.}}**',
  'channel.timezone': 'Les heures dans les résumés de ce salon suivent maintenant le fuseau {timezone}.',
  'channel.relatedForm': 'Indique un salon après related, comme `/channel related #autre`, ou écris `/channel related none`.',
  'channel.relatedUnknown':
    'Je ne connais ici aucun salon {name} qui ait un journal. Il doit être du même serveur et avoir un journal : envoie d’abord `/channel on` là-bas.',
  'channel.relatedNotManager': 'Tu ne gères pas {name}. Il faut gérer les deux salons pour faire ça.',
  'channel.relatedUnreadable':
    'Tous ceux qui peuvent lire ce salon ne peuvent pas lire {name}, ou {platform} ne me le dit pas. Je ne dois donc rien en montrer ici.',
  'channel.related': 'Quand je réponds ici, je connais maintenant aussi les derniers résumés de {name}.',
  'channel.relatedNone': 'Quand je réponds ici, je ne connais aucun autre salon.',
  'channel.optout':
    'Rien de ce que tu écris dans ce salon n’entre désormais dans le journal, sauf si tu m’écris. Ce qui y était déjà reste : `/forget` le supprime. `/channel optin` annule ce choix.',
  'channel.optin': 'Ce que tu écris dans ce salon entre de nouveau dans le journal.',
  'summarize.nothing': 'Rien ne s’est dit dans ce salon pendant ce temps.',
  'summarize.answer': '**{range}**, {messages, plural, one {# message} other {# messages}} :\n\n{text}',
  'summarize.partial': 'C’est seulement ce qui s’est dit depuis {from}. Avec ce qui précède, c’est trop pour tout résumer d’un coup.',
  'summarize.notATime':
    'Je ne comprends pas « {text} » comme une période. Écris par exemple : les deux dernières heures, depuis lundi, ou hier.',
  'summarize.failed': 'Je n’ai pas pu faire le résumé cette fois. Réessaie plus tard.',
  'rebuild.started': 'Je refais les résumés de ce salon, en arrière-plan. `/rebuild` montre où ça en est.',
  'rebuild.preview':
    'Refaire tous les résumés de ce salon ? Cela fait {windows, plural, one {# demi-heure} other {# demi-heures}} avec des messages, et environ {tokens} tokens.',
  'rebuild.button': 'Les refaire',
  'channel.notAdmitted': 'Tu peux me parler dans ce salon. Pour cela, demande-moi d’abord l’accès : envoie-moi un message direct.',
  'rebuild.progress': 'Les résumés de ce salon sont en train d’être refaits : {done} sur {total} sont prêts.',
  'rebuild.nothing': 'Il n’y a encore rien à résumer dans ce salon.',
  'history.form': 'Écris un nombre de jours, comme `/history 30d`. Je remonte à {most} jours au plus.',
  'history.none': '{platform} ne laisse pas les bots lire ce qui s’est dit avant. {remedy}',
  'history.hint.telegram':
    'Exporte la discussion au format JSON dans l’application Telegram, puis importe-la : npx throughline import telegram result.json.',
  'history.started':
    'Je lis ce qui s’est dit ici au cours {days, plural, one {du dernier jour} other {des # derniers jours}}. Cela continue en arrière-plan. `/history` montre où ça en est.',
  'history.progress':
    'Je lis ce qui s’est dit ici depuis le {day} : {messages, plural, one {# message} other {# messages}} pour l’instant.',
  'history.done':
    'J’ai lu ce qui s’est dit ici auparavant : {messages, plural, =0 {il ne manquait rien} one {il manquait # message} other {il manquait # messages}}.',
  'exportFile.channel': 'Le journal de {name}',
  'exportFile.channelSummaries': 'Résumés',
}

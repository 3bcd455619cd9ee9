import type { pageFirstVisit as english } from '../en/page-first-visit.ts'

export const pageFirstVisit: Readonly<Record<keyof typeof english, string>> = {
  'page.first.title': 'Bienvenue dans Throughline',
  'page.first.model': 'Connecter un modèle de langage',
  'page.first.model-text':
    'Il écrit les réponses et les résumés : un modèle sur cette machine, ou celui d’OpenAI ou d’un autre fournisseur.',
  'page.first.model-done': '{model} est connecté.',
  'page.first.model-open': 'Saisir son adresse',
  'page.first.apps': 'Connecter une messagerie',
  'page.first.apps-text': 'Telegram, Discord ou Slack. Ce que tu écris là-bas et ici forme une seule conversation.',
  'page.first.apps-open': 'Voir comment faire',
  'page.first.samples': 'Essayer avec des messages d’exemple',
  'page.first.samples-text':
    'Deux semaines de messages, avec résumés et souvenirs. Tu peux les retirer à tout moment. Ce que tu écris toi-même reste.',
  'page.samples': 'Messages d’exemple',
  'page.samples.load': 'Charger les messages d’exemple',
  'page.samples.loaded': 'Cette conversation contient des messages d’exemple. Demande « qu’avons-nous décidé la semaine dernière ? »',
  'page.samples.remove': 'Retirer les messages d’exemple',
  'page.samples.removing': 'Les messages d’exemple sont en cours de retrait.',
  'page.apps': 'Messageries',
  'page.apps.text': 'Mets les variables dans le fichier `.env`, puis redémarre Throughline.',
  'page.apps.connected': '{app} est connecté. Lie ton compte dans « Comptes liés ».',
  'page.apps.telegram': 'Telegram : crée un bot avec @BotFather et mets son jeton dans `TELEGRAM_BOT_TOKEN`. Pas à pas : {guide}',
  'page.apps.discord':
    'Discord : crée une application sur discord.com/developers et mets le jeton de son bot dans `DISCORD_BOT_TOKEN`. Pas à pas : {guide}',
  'page.apps.slack':
    'Slack : crée une application sur api.slack.com/apps et définis `SLACK_BOT_TOKEN` et `SLACK_APP_TOKEN`. Pas à pas : {guide}',
  'page.model': 'Modèle de langage',
  'page.model.text':
    'Il lit les messages envoyés à ce bot ; choisis-en un à qui tu les confies. Tout serveur compatible avec OpenAI convient, comme Ollama, llama.cpp ou OpenAI.',
  'page.model.in-use': 'Utilisé : {model}.',
  'page.model.none': 'Aucun modèle de langage n’est connecté. Les réponses viennent seulement de la recherche et des résumés.',
  'page.model.variables': '{variables} dans la configuration l’emporte sur ce que tu enregistres ici.',
  'page.model.address': 'Adresse du serveur',
  'page.model.key-entered': 'La clé saisie est conservée jusqu’à l’enregistrement.',
  'page.model.unreadable': 'La clé enregistrée ne peut plus être déchiffrée. Saisis-la à nouveau.',
  'page.model.disconnect': 'Déconnecter',
  'page.model.listed': 'Le serveur répond. Choisis un modèle et enregistre.',
  'page.model.works': '{model} fonctionne. Enregistre pour l’utiliser.',
  'page.model.insecure': 'L’adresse n’est pas en https : la clé passerait en clair sur le réseau. Utilise https, ou confirme ci-dessous.',
  'page.model.insecure-confirm': 'Envoyer la clé en clair',
  'page.model.problem':
    '{problem, select, address {Saisis une adresse qui commence par http:// ou https://, comme http://127.0.0.1:11434/v1.} password {Retire de l’adresse les noms, les mots de passe et tout ce qui suit ? ou #. La clé a son propre champ.} format {Une clé ne contient pas d’espace, seulement des lettres, des chiffres et des signes simples.} unreachable {Le serveur est injoignable ({detail}). Vérifie l’adresse, et que le serveur est lancé.} late {Le serveur n’a pas répondu à temps. Vérifie l’adresse, et que le serveur est lancé.} redirect {Le serveur redirige vers une autre adresse. Saisis celle-là.} key {Le serveur refuse la clé. Vérifie-la, ou saisis-en une.} missing {Il n’y a rien à cette adresse. La plupart finissent par /v1.} busy {Le serveur est occupé ou limite les requêtes. Réessaie plus tard.} status {Le serveur a échoué avec le statut {detail}. Son journal dit peut-être pourquoi.} malformed {Ce qui répond là n’est pas un serveur de modèles. Vérifie l’adresse. La plupart finissent par /v1.} huge {Le serveur a trop envoyé pour une liste de modèles. Vérifie l’adresse.} empty {Le serveur n’a aucun modèle de chat. Installe ou charge-en un, puis teste à nouveau.} model {Le serveur n’a pas le modèle {detail}. Choisis-en un dans la liste.} other {Le modèle n’a pas répondu. {detail}}}',
}

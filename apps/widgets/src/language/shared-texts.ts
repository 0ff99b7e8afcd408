import type { Language } from './language';

/** The texts that both widgets use. */
export interface SharedTexts {
  loading: string;
  retry: string;
  /** No response. */
  unreachable: string;
  /** An unexpected response. */
  failed: string;
  /** {time}: for example "in 5 minutes". */
  busy: string;
  /** The access token is missing or unknown. */
  refused: string;
}

export const sharedTexts: Record<Language, SharedTexts> = {
  en: {
    loading: 'Loading…',
    retry: 'Try again',
    unreachable: 'The service cannot be reached.',
    failed: 'Something went wrong.',
    busy: 'Please try again {time}.',
    refused: 'No access. Please reload the page.',
  },
  de: {
    loading: 'Wird geladen …',
    retry: 'Erneut versuchen',
    unreachable: 'Der Dienst ist nicht erreichbar.',
    failed: 'Etwas ist schiefgelaufen.',
    busy: 'Bitte versuchen Sie es {time} erneut.',
    refused: 'Kein Zugriff. Bitte laden Sie die Seite neu.',
  },
  fr: {
    loading: 'Chargement…',
    retry: 'Réessayer',
    unreachable: 'Le service est injoignable.',
    failed: 'Une erreur est survenue.',
    busy: 'Veuillez réessayer {time}.',
    refused: 'Accès impossible. Veuillez recharger la page.',
  },
  es: {
    loading: 'Cargando…',
    retry: 'Reintentar',
    unreachable: 'No se puede acceder al servicio.',
    failed: 'Algo ha salido mal.',
    busy: 'Inténtelo de nuevo {time}.',
    refused: 'Sin acceso. Recargue la página.',
  },
  it: {
    loading: 'Caricamento…',
    retry: 'Riprova',
    unreachable: 'Il servizio non è raggiungibile.',
    failed: 'Si è verificato un errore.',
    busy: 'Riprovare {time}.',
    refused: 'Nessun accesso. Ricaricare la pagina.',
  },
  nl: {
    loading: 'Laden…',
    retry: 'Opnieuw proberen',
    unreachable: 'De dienst is niet bereikbaar.',
    failed: 'Er is iets misgegaan.',
    busy: 'Probeer het {time} opnieuw.',
    refused: 'Geen toegang. Laad de pagina opnieuw.',
  },
  pl: {
    loading: 'Ładowanie…',
    retry: 'Spróbuj ponownie',
    unreachable: 'Usługa jest nieosiągalna.',
    failed: 'Coś poszło nie tak.',
    busy: 'Proszę spróbować ponownie {time}.',
    refused: 'Brak dostępu. Proszę odświeżyć stronę.',
  },
  pt: {
    loading: 'A carregar…',
    retry: 'Tentar novamente',
    unreachable: 'Não é possível aceder ao serviço.',
    failed: 'Algo correu mal.',
    busy: 'Tente novamente {time}.',
    refused: 'Sem acesso. Recarregue a página.',
  },
  tr: {
    loading: 'Yükleniyor…',
    retry: 'Yeniden dene',
    unreachable: 'Hizmete ulaşılamıyor.',
    failed: 'Bir şeyler ters gitti.',
    busy: 'Lütfen {time} yeniden deneyin.',
    refused: 'Erişim yok. Lütfen sayfayı yenileyin.',
  },
  ar: {
    loading: 'جارٍ التحميل…',
    retry: 'إعادة المحاولة',
    unreachable: 'تعذّر الوصول إلى الخدمة.',
    failed: 'حدث خطأ ما.',
    busy: 'يُرجى إعادة المحاولة {time}.',
    refused: 'لا يوجد وصول. يُرجى إعادة تحميل الصفحة.',
  },
};

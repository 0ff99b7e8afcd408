import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useText } from '../language/use-language';
import { Form } from './form';

interface ConfirmProps {
  title: string;
  /** Of the button that does it. */
  action: string;
  isDangerous?: boolean;
  /** False: it only shows something, so one button is enough. */
  isQuestion?: boolean;
  isPending: boolean;
  /** Gets the values of the inputs that have a name. */
  onConfirm: (values: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done. The browser's own dialog keeps the focus inside, closes on Escape, and gives the focus back. */
export function Confirm(props: ConfirmProps) {
  const { title, action, isDangerous = false, isQuestion = true, isPending, onConfirm, onClose, children } = props;
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the page: a dialog that is only removed does not give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <Form onSubmit={onConfirm}>
        <h2 id={id}>{title}</h2>
        {children}
        <div className="buttons">
          {isQuestion && (
            <button type="button" className="quiet" onClick={onClose}>
              {t('cancel')}
            </button>
          )}
          <button className={isDangerous ? 'danger' : 'primary'} disabled={isPending}>
            {action}
          </button>
        </div>
      </Form>
    </dialog>
  );
}

interface ShownProps {
  title: string;
  text: string;
  /** Of the button that closes it. */
  action: string;
  onClose: () => void;
  children?: ReactNode;
}

/** Only shows something. */
export function Shown({ title, text, action, onClose, children }: ShownProps) {
  return (
    <Confirm title={title} action={action} isQuestion={false} isPending={false} onConfirm={onClose} onClose={onClose}>
      <p>{text}</p>
      {children}
    </Confirm>
  );
}

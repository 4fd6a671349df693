import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { addressNow } from "../ui/address-now.ts";

const dialogs = [
  "add",
  "back",
  "charge",
  "edit",
  "invoice",
  "leave",
  "pay",
  "refund",
  "remind",
  "sell",
  "send",
  "statement",
  "subscription",
] as const;
export type Dialog = (typeof dialogs)[number];

/**
 * The address says which dialog is open, so it opens again after sign-in and the back button closes it. One dialog
 * is open at a time.
 */
export function useDialog() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const opened: boolean = state?.opened === true;
  const closing = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address means the dialog has closed
  useEffect(() => {
    closing.current = false;
  }, [params]);

  const open = useCallback(
    (dialog: Dialog, value: string) => {
      // A dialog that takes the place of another one must not lead back to it.
      const replace = dialogs.some((name) => addressNow().has(name));
      setParams(new URLSearchParams([...without(addressNow()), [dialog, value]]), {
        replace,
        state: { opened: replace ? opened : true },
      });
    },
    [setParams, opened],
  );

  const close = useCallback(() => {
    if (closing.current) return;
    closing.current = true;
    if (opened) navigate(-1);
    else setParams(without(addressNow()), { replace: true });
  }, [opened, navigate, setParams]);

  return { value: (dialog: Dialog) => params.get(dialog), open, close };
}

function without(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const dialog of dialogs) rest.delete(dialog);
  return rest;
}

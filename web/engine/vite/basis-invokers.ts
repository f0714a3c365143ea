/**
 * JavaScript put before the Basis transcoder: closures with the behaviour of the functions that embind (Emscripten's C++
 * binding) otherwise generates as text. `overlookInvokerFactory` replaces bound functions and methods,
 * `overlookMethodCaller` for calls from C++ into JavaScript values.
 */
export const BASIS_INVOKERS = /* js */ `
function overlookInvokerFactory(argTypes, isMethod, returns, needsDestructorStack) {
  const argCount = argTypes.length - 2;
  return function (name, throwBindingError, invoker, fn, runDestructors, fromRetWire, toThisWire, ...rest) {
    return function (...args) {
      const destructors = needsDestructorStack ? [] : null;
      const wired = [fn];
      if (isMethod) wired.push(toThisWire(destructors, this));
      for (let i = 0; i < argCount; i++) wired.push(rest[i](destructors, args[i]));
      const value = invoker(...wired);
      if (destructors) {
        runDestructors(destructors);
      } else {
        let next = argCount;
        for (let i = isMethod ? 1 : 2; i < argTypes.length; i++) {
          if (argTypes[i].destructorFunction !== null) rest[next++](wired[isMethod ? i : i - 1]);
        }
      }
      return returns ? fromRetWire(value) : undefined;
    };
  };
}
function overlookMethodCaller(kind, readers, isVoid, { toValue, getStringOrSymbol, emval_returnValue, toReturnWire }) {
  const WIRE_BYTES = 8;
  return function (handle, methodName, destructorsRef, pointer) {
    const args = readers.map((read, i) => read(pointer + i * WIRE_BYTES));
    let value;
    if (kind === 0) value = (0, toValue(handle))(...args);
    else if (kind === 1) value = toValue(handle)[getStringOrSymbol(methodName)](...args);
    else if (kind === 2) value = new (toValue(handle))(...args);
    else value = args[args.length - 1];
    return isVoid ? undefined : emval_returnValue(toReturnWire, destructorsRef, value);
  };
}
`;

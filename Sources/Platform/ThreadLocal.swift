import Glibc

/// An object of its own for each thread, released when the thread ends.
///
/// Keep it in a static constant: the system has room for about a thousand in a process.
package final class ThreadLocal<Value: AnyObject>: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { object in
            if let object = object {
                Unmanaged<AnyObject>.fromOpaque(object).release()
            }
        }
        precondition(status == 0, "no room for a value of each thread")
        self.key = key
    }

    deinit {
        pthread_key_delete(key)
    }

    /// The calling thread's object; `nil` until it sets one.
    package var value: Value? {
        get {
            guard let object = pthread_getspecific(key) else { return nil }
            return Unmanaged<Value>.fromOpaque(object).takeUnretainedValue()
        }
        set {
            let old = pthread_getspecific(key)
            let new = newValue.map { Unmanaged.passRetained($0).toOpaque() }
            pthread_setspecific(key, new)
            if let old = old { Unmanaged<Value>.fromOpaque(old).release() }
        }
    }
}

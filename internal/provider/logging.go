package provider

import "os"

// QuietSDK turns off the tracing of the plugin SDKs unless a user asks for logs. Otherwise each of their lines, several hundred for every
// resource, is written, sent to Terraform and parsed there before it is thrown away: half of the time of a large plan.
func QuietSDK() {
	if logged() {
		return
	}
	_ = os.Setenv(sdkFramework, off) // a name and a value without NUL bytes cannot fail
	_ = os.Setenv(sdkProtocol, off)
}

// logged reports whether a user asks for logs.
func logged() bool {
	for _, variable := range []string{"TF_LOG", "TF_LOG_CORE", "TF_LOG_PROVIDER", "TF_LOG_PROVIDER_RABBITMQ", "TF_LOG_SDK", sdkFramework, sdkProtocol} {
		if level := os.Getenv(variable); level != "" && level != off {
			return true
		}
	}
	return false
}

const (
	sdkFramework = "TF_LOG_SDK_FRAMEWORK"
	sdkProtocol  = "TF_LOG_SDK_PROTO"
	off          = "OFF"
)

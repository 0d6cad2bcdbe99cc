# shellcheck shell=bash
# Finds Terraform or OpenTofu and keeps it away from the user's own settings. Source it from a script that has set
# `root` to the repository's folder.

# find_terraform sets TERRAFORM to the full path of terraform, or else of tofu, and makes the tests take the same one
# instead of downloading one.
find_terraform() {
  TERRAFORM=${TF_ACC_TERRAFORM_PATH:-$(command -v terraform || command -v tofu || true)}
  if [ -z "$TERRAFORM" ]; then
    printf '%s\n' "Neither terraform nor tofu is on the PATH." \
      "Install Terraform (1.11 or newer) or OpenTofu, or set TF_ACC_TERRAFORM_PATH to the program." >&2
    exit 1
  fi
  export TF_ACC_TERRAFORM_PATH=$TERRAFORM
  export CHECKPOINT_DISABLE=1
}

# use_cli_config NAME makes Terraform read the configuration on standard input in place of the user's.
use_cli_config() {
  mkdir -p "$root/bin"
  cat >"$root/bin/$1.tfrc"
  export TF_CLI_CONFIG_FILE=$root/bin/$1.tfrc
}

# use_built_provider makes Terraform run the provider that `make build` made.
use_built_provider() {
  use_cli_config dev <<CONFIG
provider_installation {
  dev_overrides {
    "delaytier/rabbitmq" = "$root/bin"
  }
  direct {}
}
CONFIG
}

# use_provider_address tells the tests which registry this program means by an address without a host: OpenTofu's
# differs from Terraform's, which the test library assumes.
use_provider_address() {
  local dir host
  "$TERRAFORM" version | grep -q '^OpenTofu' || return 0
  dir=$(mktemp -d)
  printf 'terraform {\n  required_providers {\n    rabbitmq = { source = "delaytier/rabbitmq" }\n  }\n}\n' >"$dir/main.tf"
  host=$("$TERRAFORM" -chdir="$dir" providers | sed -n 's/.*provider\[\(.*\)\/delaytier\/rabbitmq\].*/\1/p' | head -n 1)
  rm -rf "$dir"
  export TF_ACC_PROVIDER_HOST=$host
}

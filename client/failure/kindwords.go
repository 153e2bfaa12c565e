package failure

import (
	"slices"
	"strings"
)

// Lower-case codes, types and phrases that identify errors.
var (
	tooLongWords = []string{
		"context_length", "context length", "context_window", "context window", "contextwindow",
		"too many tokens", "prompt is too long", "input is too long", "prompt too long",
		"input too long", "reduce the length", "string_above_max_length", "exceeds the context",
		"exceed the context", "maximum prompt length", "input length and", "max_prompt_tokens",
		"context size", "exceed_context", "tokens_limit_reached",
		"maximum number of tokens allowed", "longer than the model's context", "exceeds max length",
		"exceeded model token limit", "range of input length", "max_new_tokens` must be",
		"maximum context", "context the overflows", "prompt token count", "input token count",
		"input tokens exceed", "tokens in the prompt cannot exceed", "token limit exceeded",
		"too large for model", "request too large for", "exceeds the model's max",
		"exceeds the maximum allowed input length", "`inputs` must have less than", "上下文长度", "输入过长",
		"超长", "超过最大长度",
	}
	filterWords = []string{
		"content_filter", "content_policy", "content policy", "content management policy",
		"moderation", "responsibleai", "flagged", "safety system", "data_inspection_failed",
		"datainspectionfailed", "content filter", "contentfilter", "sensitive_words",
		"inappropriate content", "prohibited_content", "content exists risk", "blocked by safety",
		"safety filter", "usage policies", "usage policy", "guardrail", "sensitive content",
		"new_sensitive", "sensitive_content", "unsafe content", "content violat", "violates our",
		"prompt blocked", "security configurations", "敏感", "违规", "不安全",
	}
	creditWords = []string{
		"insufficient_quota", "insufficient balance", "insufficient_balance",
		"insufficient account balance", "balance is insufficient", "balance is not enough",
		"not enough balance", "quota is not enough", "insufficient credit", "insufficient_credit",
		"insufficient_user_quota", "insufficient funds", "insufficient_funds", "arrearage",
		"out of credit", "no credits", "any credits", "all available credits", "credit balance",
		"credit limit", "credits exhausted", "payment required", "payment_required",
		"billing_hard_limit", "billing_not_active", "billing hard limit", "spending limit",
		"spend limit", "budget has been exceeded", "budget_exceeded", "exceededbudget",
		"key limit exceeded", "in arrears", "overdue", "credits_balance", "payment instrument",
		"payment_instrument", "freetieronly", "exceeded_current_quota", "account balance",
		"requires more credits", "add more credits", "top up", "余额不足", "欠费", "额度不足", "额度已用尽",
		"余额已用尽", "充值", "剩余额度",
	}
	quotaWords = []string{
		"exceeded your current quota", "quota_exceeded", "quota exceeded", "quota has been",
		"quota exhausted", "quota limit", "monthly limit", "usage limit", "plan limit",
		"limit for this month", "daily limit", "daily request limit", "daily free",
		"free-models-per-day", "calls / month", "per month", "inference limit", "setlimitexceeded",
		"使用上限",
	}
	authWords = []string{
		"invalid_api_key", "invalid api key", "invalid api-key", "api key not valid",
		"api_key_invalid", "incorrect api key", "invalid x-api-key", "api key is invalid",
		"apikey is invalid", "invalid apikey", "invalidapikey", "no auth credentials",
		"invalid_authentication", "invalid authentication", "authentication_error",
		"authenticationerror", "missing api key", "no api key", "api key expired",
		"api key has expired", "expired api key", "invalid token", "token is invalid",
		"token_expired", "invalid_token", "unauthenticated", "unauthorized",
		"not authorized to access this api", "invalid subscription key", "authentication fails",
		"authentication failed", "api key is missing", "api secret key", "login fail",
		"user not found", "invalid credentials", "invalid bearer", "didn't provide an api key",
		"authentication error", "key expected", "api key not found", "pass a valid api key",
		"unregistered callers", "reported as leaked", "use another api key",
		"credentials were not provided", "security token included", "access token invalid",
		"authfailure", "credentials could not be validated", "api key doesn't exist",
		"not authenticated", "authorization failed", "invalid access token", "invalid_access_token",
		"无效的令牌",
		"令牌已过期", "令牌状态不可用", "未提供令牌", "令牌验证失败", "身份验证失败", "令牌不正确", "api key 无效",
	}
	rateWords = []string{
		"rate limit", "rate_limit", "ratelimit", "rate-limit", "too many requests",
		"too_many_requests", "toomanyrequests", "throttl", "requests per minute",
		"tokens per minute", "requests per day", "qps request limit", "concurrency limit",
		"concurrent requests", "resource_exhausted", "resource exhausted",
		"resource has been exhausted", "limit_requests", "qps limit", "call rate limit", "速率限制",
		"频率", "频繁", "限流", "请求过多", "并发",
	}
	forbiddenWords = []string{
		"unsupported_country", "location is not supported", "not available in your",
		"region is not supported", "country, region", "account_deactivated", "account is suspended",
		"account has been suspended", "organization has been disabled", "has been deactivated",
		"has been banned", "permission_denied", "permission denied", "permission_error",
		"accessdenied", "access denied", "has been restricted", "organization_restricted",
		"not have access to", "no permission", "blocked by", "已被禁用", "已被封禁", "无权",
	}
	noModelWords = []string{
		"model_not_found", "modelnotfound", "not a valid model", "invalid model", "invalid_model",
		"unknown model", "unknown_model", "model not found", "model_not_exist", "model not exist",
		"model does not exist", "no such model", "model_not_supported", "model is not supported",
		"model_decommissioned", "has been decommissioned", "no endpoints found",
		"no available channel", "no models loaded", "model is not available", "model_not_available",
		"unsupported model", "no healthy deployments", "no deployments available",
		"deploymentnotfound", "无可用渠道", "模型不存在", "no model loaded", "model not loaded",
		"no keys found", "on-demand throughput isn", "model is invalid", "modeldeprecated",
		"model_deprecated", "no longer supported by provider", "does not work with the specified model",
		"not a chat model", "only supported in v1/", "not supported in the v1/",
		"not supported by any provider", "is not supported for task",
	}
	goneModelWords = []string{
		"end of life", "end-of-life", "no longer available", "has been retired", "has been deprecated",
		"has been discontinued", "has been shut down", "has been sunset",
	}
	wrongAddressWords = []string{
		"invalid url", "unknown request url", "unexpected endpoint", "no route", "route not found",
		"unknown endpoint", "endpoint not found", "cannot post", "cannot get",
		"plain http request was sent", "no static resource", "unknown_url", "unknown url",
		"no such endpoint", "could not route", "path not found", "invalid endpoint",
	}
	serverWords = []string{
		"overloaded", "engine_overloaded", "server error", "server_error", "internal error",
		"internal_error", "service unavailable", "server busy", "server is busy", "upstream",
		"no capacity", "at capacity", "insufficient_system_resource", "bad gateway", "负载", "系统繁忙",
	}
	loadingWords = []string{
		"loading model", "model is loading", "model loading", "loading the model", "currently loading", "still loading",
		"being loaded", "model is not ready", "model not ready", "model_loading", "loading_model", "warming up",
	}
	crashWords = []string{
		"has crashed", "failed to load model", "model loading was stopped",
		"not ready for inference",
	}
	templateWords = []string{
		"roles must alternate", "roles should alternate", "jinja exception", "jinja template", "raise_exception(",
		"system role not supported", "system role is not supported", "roles are supported, got", "roles are supported!",
		"unexpected message role", "chat template prompt error", "templateerror",
	}
	shutOutWords = []string{
		"deactivated", "ip_not_authorized", "model_access_denied", "not allowed to access model",
		"has been suspended", "has been banned",
	}
	imageWords = []string{
		"image", "picture", "vision", "multimodal", "mmproj", "base64", "content must be a string", "图",
	}
	perMinuteWords = []string{"per minute", "per second", "per hour", "per min"}
	noVisionWords  = []string{
		"image input is not", "does not support image", "not support image",
		"doesn't support image", "do not support image", "support for image",
		"images are not supported", "image_not_supported", "not a multimodal model",
		"support image input", "image input not supported", "image inputs are not",
		"at most 0 image", "unknown variant `image", "does not support vision",
		"not support vision", "vision is not", "no vision", "without vision", "vision model",
		"only supported by certain models", "text-only", "text only", "does not accept image",
		"not accept image", "not capable of image", "image content is not",
		"images are not allowed", "required for image input", "not support multimodal",
		"does not support multimodal", "not multimodal", "content must be a string",
		"image_url is not supported", "'image_url' is not", "expected `text`", "mmproj",
		"invalid content type. image_url", "does not support the image",
		"unsupported content type: image", "image_url' is not", "cannot process images",
		"cannot read images", "不支持图片", "不支持图像", "does not take pictures", "takes no pictures",
	}
	badPictureWords = []string{
		"not a valid png", "not a valid jpeg", "not a valid image", "not a valid webp",
		"not a valid gif", "invalid image", "invalid_image", "image_parse_error",
		"could not process image", "unable to process input image", "unable to process image",
		"failed to decode image", "failed to decode the image", "cannot decode image",
		"cannot identify image", "cannot open image", "failed to load image",
		"failed to process image", "unsupported image", "image is corrupt", "corrupt image",
		"corrupted image", "truncated image", "image file is truncated", "damaged image",
		"image is damaged", "image does not match", "provided media type", "invalid base64",
		"incorrect padding", "error while downloading", "failed to download image",
		"failed to fetch image", "image data is not", "does not represent a valid image",
		"unable to decode image", "image could not be", "image cannot be", "failed to parse image",
		"broken image", "illegal base64", "failed to load bitmap", "bad image", "image format",
		"image is not a valid", "is not valid image", "not a picture",
	}
	pictureSizeWords = []string{
		"image exceeds", "image dimensions", "image size", "image is too large", "image too large",
		"images exceed", "image file size",
	}
)

// says reports whether a text contains one of the words.
func says(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}
